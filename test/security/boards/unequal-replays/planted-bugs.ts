import {
  changesIn,
  insertAfter,
  type Mutation,
  replace,
  within,
} from '../../../meta/source-mutations/changes.ts';

const inRuntime = changesIn('packages/agent-runtime');
const inRuntimeNode = changesIn('packages/runtime-node');
const inRunLog = changesIn('packages/agent-runtime');
const modelCallId = '`model_${writer.head.seq}`';

/** Ways in which a log could differ from its inputs; each is a bug that the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'a-record-has-the-time-of-its-writing',
    changes: [
      inRuntime(
        'StepWriter.write',
        within('sealRecord(…)', replace('this.time', 'new Date().toISOString()')),
      ),
    ],
    harm: 'what derives from an input has another time when it is made again',
  },
  {
    name: 'a-question-has-a-random-id',
    changes: [inRuntime('tryModel', replace(modelCallId, "'model_' + Math.random()"))],
    harm: 'the answer belongs to no question',
  },
  {
    name: 'questions-are-counted-by-the-process',
    changes: [
      inRuntime(
        'tryModel',
        replace(modelCallId, "'model_' + ((askModel as any).asked = ((askModel as any).asked ?? 0) + 1)"),
      ),
    ],
    harm: 'what another run did before changes this one',
  },
  {
    name: 'tools-stand-as-a-map-of-the-process-has-them',
    changes: [
      inRuntime(
        'rulesOfLeg',
        insertAfter(
          'started.tools.filter(({ name, hidden }) => hidden !== true && isListed(rulebook, name))',
          '.sort((one, other) => placeOf(one.name) - placeOf(other.name))',
        ),
      ),
      inRuntime(
        { symbol: 'getSource', beside: 'startedState' },
        insertAfter(
          'export function getSource(…): string { … }',
          'const places = new Map<string, number>();\nfunction placeOf(name: string): number {\n  if (!places.has(name)) places.set(name, places.size);\n  return places.get(name) ?? 0;\n}',
        ),
      ),
    ],
    harm: 'the model is shown its tools in the order of whichever run came first',
  },
  {
    name: 'members-stand-as-they-came',
    changes: [inRunLog('sealRecord', replace('toLine(whole)', 'JSON.stringify(whole)'))],
    harm: 'the same record has another hash',
  },
  {
    name: 'a-model-is-told-the-time-of-this-place',
    changes: [
      inRuntime(
        'acceptResult',
        replace('resultText(outcome)', 'resultText(outcome) + new Date(writer.time).getHours()'),
      ),
    ],
    harm: 'another machine asks another question',
  },
  {
    name: 'pieces-are-not-written-down',
    changes: [
      inRuntimeNode(
        'RunDriver.#apply',
        within(
          'sealed.map(({ line }) => line)',
          replace('sealed', "sealed.filter(() => input.type !== 'model.delta')"),
        ),
      ),
    ],
    harm: 'what was shown stands nowhere',
  },
  {
    name: 'a-driver-forgets-whose-words-were-read',
    changes: [
      inRuntimeNode(
        'RunDriver.#apply',
        replace('this.#state = state;', 'this.#state = { ...state, tainted: false };'),
      ),
    ],
    harm: 'calls are decided as if nobody else had spoken',
  },
  {
    name: 'an-end-is-written-more-kindly',
    changes: [
      inRuntimeNode(
        'FileRunWriter.append',
        replace(
          "lines.join('\\n')",
          `lines.map((line) => line.includes('"type":"run.ended"') ? line.replace('"failed"', '"answered"') : line).join('\\n')`,
        ),
      ),
    ],
    harm: 'the last record of a log, which no other one names, is another than what happened',
  },
  {
    name: 'a-large-value-loses-its-end',
    changes: [
      inRuntimeNode(
        'FileRunWriter.#putValue',
        replace('file.writeFile(text)', 'file.writeFile(text.slice(0, -1))'),
      ),
    ],
    harm: 'what the model read is not what lies there',
  },
];
