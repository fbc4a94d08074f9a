import type { Mutation } from '../../../faults/simulation/mutations/mutation.ts';

const loop = (file: string) => `packages/runtime/src/loop/${file}`;
const driver = 'packages/runtime-node/src/driver/run-driver.ts';
const writer = 'packages/runtime-node/src/run-store/file-run-writer.ts';
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of the sources
const modelCallId = 'const modelCallId = `model_${writer.head.seq}`;';

/** How a log could come to be one that does not come of its inputs; each is a bug that the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'a-record-has-the-time-of-its-writing',
    file: 'packages/runtime/src/state/writing.ts',
    replace: [['this.#run, this.time, draft', 'this.#run, new Date().toISOString(), draft']],
    harm: 'what derives from an input has another time when it is made again',
  },
  {
    name: 'a-question-has-a-random-id',
    file: loop('ask-model.ts'),
    replace: [[modelCallId, "const modelCallId = 'model_' + Math.random();"]],
    harm: 'the answer belongs to no question',
  },
  {
    name: 'questions-are-counted-by-the-process',
    file: loop('ask-model.ts'),
    replace: [
      [
        modelCallId,
        "const modelCallId = 'model_' + ((askModel as any).asked = ((askModel as any).asked ?? 0) + 1);",
      ],
    ],
    harm: 'what another run did before changes this one',
  },
  {
    name: 'tools-stand-as-a-map-of-the-process-has-them',
    file: loop('start-run.ts'),
    replace: [
      [
        '    .filter(({ name }) => isListed(rulebook, name))',
        '    .filter(({ name }) => isListed(rulebook, name))\n    .sort((one, other) => placeOf(one.name) - placeOf(other.name))',
      ],
      [
        '/** Which part speaks',
        'const places = new Map<string, number>();\nfunction placeOf(name: string): number {\n  if (!places.has(name)) places.set(name, places.size);\n  return places.get(name) ?? 0;\n}\n\n/** Which part speaks',
      ],
    ],
    harm: 'the model is shown its tools in the order of whichever run came first',
  },
  {
    name: 'members-stand-as-they-came',
    file: 'packages/run-log/src/chain/seal-record.ts',
    replace: [['const line = lineOf(whole);', 'const line = JSON.stringify(whole);']],
    harm: 'the same record has another hash',
  },
  {
    name: 'a-model-is-told-the-time-of-this-place',
    file: loop('take-result.ts'),
    replace: [
      [
        '  const content = resultText(outcome);',
        '  const content = resultText(outcome) + new Date(writer.time).getHours();',
      ],
    ],
    harm: 'another machine asks another question',
  },
  {
    name: 'pieces-are-not-written-down',
    file: driver,
    replace: [
      [
        '      sealed.map(({ line }) => line),',
        "      sealed.filter(() => input.type !== 'model.delta').map(({ line }) => line),",
      ],
    ],
    harm: 'what was shown stands nowhere',
  },
  {
    name: 'a-driver-forgets-whose-words-were-read',
    file: driver,
    replace: [
      [
        '    this.#state = state;\n    if (isAnotherLeg)',
        '    this.#state = { ...state, tainted: false };\n    if (isAnotherLeg)',
      ],
    ],
    harm: 'calls are decided as if nobody else had spoken',
  },
  {
    name: 'an-end-is-written-more-kindly',
    file: writer,
    replace: [
      [
        "lines.join('\\n')",
        `lines.map((line) => line.includes('"type":"run.ended"') ? line.replace('"failed"', '"answered"') : line).join('\\n')`,
      ],
    ],
    harm: 'the last record of a log, which no other one names, is another than what happened',
  },
  {
    name: 'a-large-value-loses-its-end',
    file: writer,
    replace: [['file.writeFile(text)', 'file.writeFile(text.slice(0, -1))']],
    harm: 'what the model read is not what lies there',
  },
];
