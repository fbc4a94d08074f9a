/** Response of a model, with text or calls. */
interface Step {
  text?: string;
  calls?: { tool: string; arguments?: Record<string, unknown>; raw?: string }[];
  stop?: 'length' | 'refusal';
}

/** Texts that must not reach a model, another topic or a reader. */
export interface Markers {
  /** Secret of the vault. */
  secret: string;
  /** Content that a guardrail withholds from the model. */
  withheld: string;
}

const note = '{{topic}} until {{until}}';
const say: Step = { calls: [{ tool: 'home__say', arguments: { text: `I have done it: ${note}.` } }] };
const end: Step = { text: 'Done.' };
const call = (tool: string, more: Record<string, unknown> = {}): Step => ({
  calls: [{ tool, arguments: { note, ...more } }],
});
const read: Step = { calls: [{ tool: 'home__read', arguments: {} }] };

/** Steps of each scene. A step repeats if its response met a fault, because a failed response does not count. */
const scenes = {
  rings: [call('ring'), say, end],
  /** After the words of others, the same call needs approval. */
  'reads-and-rings': [read, call('ring'), say, end],
  'reads-and-asks-twice': [read, call('ring'), call('ring', { again: true }), end],
  /** The certified policy denies it. */
  tolls: [call('toll'), call('toll', { again: true }), say, end],
  'uses-a-secret': [call('ring', { secret: 'vault://bell' }), say, end],
  'rings-and-fails': [call('break'), call('break', { again: true }), say, end],
  counts: [call('mcp__moody__count'), say, end],
  'runs-a-command': [
    { calls: [{ tool: 'bash', arguments: { command: `echo '${note}' >> bells.txt` } }] },
    say,
    end,
  ],
  'is-told-what-is-withheld': [call('oracle'), say, end],
  'cannot-stop': Array.from({ length: 12 }, (_, index): Step => call('ring', { number: index })),
  'reads-much': [call('library'), call('ring'), end],
  'calls-at-once': [
    { calls: [0, 1, 2].map((number) => ({ tool: 'ring', arguments: { note, number } })) },
    say,
    end,
  ],
  'says-twice': [say, { calls: [{ tool: 'home__say', arguments: { text: `Once more: ${note}.` } }] }, end],
  'cuts-itself-off': [
    { calls: [{ tool: 'ring', raw: '{"note":"cut off' }], stop: 'length' },
    call('ring'),
    end,
  ],
  refuses: [{ text: 'I would rather not.', stop: 'refusal' }],
} satisfies Record<string, Step[]>;

export type SceneKind = keyof typeof scenes;

/** One topic of a resident, in which each of its turns plays the same scene. */
export interface PlannedScene {
  kind: SceneKind;
  topicId: string;
}

export interface PlannedResident {
  agentId: string;
  scenes: PlannedScene[];
}
export const sceneKinds = Object.keys(scenes) as SceneKind[];

/** Calls of one run that are within its budget. */
export const mostCalls = 5;

/** Returns the script of the residents' models: a rule for each step of each scene. */
export function writeScript(residents: readonly PlannedResident[]): string {
  return JSON.stringify({
    rules: residents.flatMap((resident) => resident.scenes.flatMap((scene) => rulesOf(scene))),
  });
}

function rulesOf({ kind, topicId }: PlannedScene): object[] {
  const steps: readonly Step[] = scenes[kind];
  return [...steps, end].map((step, count) => ({
    name: `${topicId} ${count}`,
    when: {
      user: [{ like: 'in the topic {{topic}}, until {{until}}.' }, { contains: `topic ${topicId},` }],
      count: count === steps.length ? { from: count } : count,
    },
    answer: { chunk: 12, ...step },
  }));
}
