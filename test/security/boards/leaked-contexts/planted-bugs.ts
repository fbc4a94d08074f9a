import type { Mutation } from '../../../faults/simulation/mutations/mutation.ts';

const node = (file: string) => `packages/runtime-node/src/${file}`;
const memoryStore = node('memory/file-memory-store.ts');
const read = '(await this.#read(scope.agent, signal))';

/** How a context could come to hold what is another's; each is a bug that the board has to find. */
export const plantedBugs: readonly Mutation[] = [
  {
    name: 'all-sessions-are-one',
    file: node('run-store/file-run-store.ts'),
    replace: [
      ['filter.sessionId === undefined || sessionId === filter.sessionId', 'sessionId !== undefined'],
    ],
    harm: 'a session begins with what was said in another',
  },
  {
    name: 'a-session-is-its-name-alone',
    file: node('runs/session-context.ts'),
    replace: [['(first !== agent && !hasOthers)', "first === ''"]],
    also: [
      {
        file: 'packages/runtime/src/legs/agent-context.ts',
        replace: [['return agent === started.agent ?', "return agent !== '' ?"]],
      },
    ],
    harm: 'an agent is told what another said in a session that is named alike',
  },
  {
    name: 'a-transcript-is-kept-by-its-session-s-name',
    file: node('runs/session-context.ts'),
    replace: [
      [
        'return { messages: lastTurns(messages, turns)',
        'return { messages: ((sessionContext as any).kept ??= {})[sessionId] ??= lastTurns(messages, turns)',
      ],
    ],
    harm: 'whoever asks first decides what all sessions of that name begin with',
  },
  {
    name: 'the-model-that-stands-in-is-asked-the-latest-question',
    file: node('models/ask-model.ts'),
    replace: [
      ['    this.#request = request;', '    this.#request = request;\n    (Asking as any).latest = request;'],
      [
        'modelPrompt(this.#request)',
        'modelPrompt(this.#attempts.length === 0 ? this.#request : (Asking as any).latest)',
      ],
    ],
    harm: 'while one agent waits for another model, it is asked what somebody else wants to know',
  },
  {
    name: 'everybody-s-memory-is-one',
    file: memoryStore,
    replace: [
      [
        read,
        "(await this.#read('everybody', signal)).map((entry) => ({ ...entry, agent: scope.agent, session_id: scope.session }))",
      ],
      ['encode(agent)', "encode('everybody')"],
      ['JSON.stringify(entry)', "JSON.stringify({ ...entry, agent: 'everybody' })"],
    ],
    harm: 'an agent remembers what another was told',
  },
  {
    name: 'a-memory-forgets-its-session',
    file: memoryStore,
    replace: [[read, `${read}.map((entry) => ({ ...entry, session_id: scope.session }))`]],
    harm: 'what was said in one session is remembered in another',
  },
  {
    name: 'a-block-of-memory-is-kept-by-its-size',
    file: 'packages/runtime/src/memory/memory-text.ts',
    replace: [
      [
        '  const ofEntries = recalled.map(',
        '  const blocks = ((memoryText as any).blocks ??= []);\n  const ofEntries = (blocks[recalled.length] ??= recalled).map(',
      ],
    ],
    harm: 'the entries of another run stand in the block',
  },
  {
    name: 'commands-have-the-first-environment',
    file: node('native-tools/create-native-tools.ts'),
    replace: [
      [
        'const environment = processEnvironment(',
        'const environment = (createNativeTools as any).first ??= processEnvironment(',
      ],
    ],
    harm: 'a command of one agent runs in the environment of another',
  },
  {
    name: 'a-server-s-environment-is-kept-by-its-name',
    file: node('mcp/server-config.ts'),
    replace: [
      [
        'const { resolved, missing } = resolveEnvironment(env, environment);',
        'const { resolved, missing } = ((environmentOf as any).known ??= {})[name] ??= resolveEnvironment(env, environment);',
      ],
    ],
    harm: 'the server of one agent has the key of another',
  },
  {
    name: 'streams-end-in-one-place',
    file: node('driver/coalesced-text.ts'),
    replace: [
      [
        "  #pending = '';",
        "  static all = '';\n  get #pending() { return CoalescedText.all; }\n  set #pending(text) { CoalescedText.all = text; }",
      ],
    ],
    harm: 'what one model says stands in the log of another agent’s run',
  },
];
