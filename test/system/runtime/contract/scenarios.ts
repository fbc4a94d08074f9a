import type { PersonsWord } from '@agent-home/agent-runtime';
import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import type { Fault } from '@agent-home/model-emulator';
import type { RunSetup } from '@agent-home/runtime-node';

/** Run that every runtime must record alike. */
export interface RuntimeScenario {
  name: string;
  /** Rules of the scripted model. */
  script: string;
  /** Faults of the model's first responses. */
  faults?: { times: number; fault: Fault }[];
  files?: Record<string, string>;
  definition?: Partial<AgentDefinition>;
  order?: Partial<RunSetup>;
  /** Milliseconds of one attempt at the model. */
  timeoutMs?: number;
  /** A person's reply to every request for approval. */
  word?: PersonsWord['word'];
  /** Messages, each a run of one session; default: `go`. */
  messages?: string[];
  /** Cancels the run once the model was requested. */
  cancels?: true;
  /** Status of the last run, or its code if it has one. */
  end: string;
  answer?: string;
  /** Error codes of the results, `ok` for a success. */
  results?: string[];
  /** Messages that the tool `home.say` has sent. */
  said?: string[];
}

const read = '{ tool: read_file, arguments: { path: note.txt } }';
const write = '{ tool: write_file, arguments: { path: made.txt, content: made } }';
const say = '{ tool: home__say, arguments: { text: hello } }';
const note = { 'note.txt': 'a note' };
const week = 7 * 24 * 3_600_000;
const limits = { maxTokens: 100_000, maxToolCalls: 20, timeoutMs: 60_000 };
const operator = (autoApprove: string[], approvalExpiresMs?: number) => ({
  operator: { autoApprove, unlocked: [], ...(approvalExpiresMs === undefined ? {} : { approvalExpiresMs }) },
});

/** Script of a model that makes calls and then responds. */
function calling(calls: string, answer = 'done'): string {
  return `
rules:
  - when: { count: { from: 1 } }
    answer: ${answer}
  - when: { user: go }
    answer: { calls: [${calls}] }
`;
}

/** Script of a model whose only response is this one. */
function answering(answer: string): string {
  return `rules: [{ answer: ${answer} }]`;
}

const refused: RuntimeScenario[] = [
  {
    name: 'a tool of the deny list',
    script: calling(read),
    files: note,
    definition: { tools: { deny: ['read_file'] } },
    end: 'answered',
    results: ['tool_denied'],
  },
  {
    name: 'a tool outside of the allow list',
    script: calling(write),
    definition: { tools: { allow: ['read_file'], deny: [] } },
    end: 'answered',
    results: ['tool_not_allowed'],
  },
  {
    name: 'an approved call',
    script: calling(write),
    order: operator(['safe'], week),
    word: 'approve',
    end: 'answered',
    results: ['ok'],
  },
  {
    name: 'a call that a person refuses',
    script: calling(write),
    order: operator(['safe'], week),
    word: 'deny',
    end: 'answered',
    results: ['approval_denied'],
  },
  {
    name: 'a call without an approver',
    script: calling(write),
    order: operator(['safe']),
    end: 'answered',
    results: ['approval_unavailable'],
  },
  {
    name: 'a tool that does not exist',
    script: calling('{ tool: no_such_tool, arguments: {} }'),
    end: 'answered',
    results: ['unknown_tool'],
  },
  {
    name: 'a call without a name',
    script: calling(read),
    faults: [{ times: 1, fault: { kind: 'wrongToolName', name: '' } }],
    end: 'answered',
    results: ['missing_name'],
  },
  {
    name: 'arguments that are cut off',
    script: calling(write),
    faults: [{ times: 1, fault: { kind: 'brokenArguments' } }],
    end: 'answered',
    results: ['invalid_json'],
  },
  {
    name: 'arguments of another form',
    script: calling('{ tool: read_file, arguments: { path: 5 } }'),
    end: 'answered',
    results: ['invalid_arguments'],
  },
  {
    name: 'a call and a denied call in one response',
    script: calling(`${read}, ${write}`),
    files: note,
    definition: { tools: { deny: ['write_file'] } },
    end: 'answered',
    results: ['ok', 'tool_denied'],
  },
];

const limited: RuntimeScenario[] = [
  {
    name: 'more calls than the limit',
    script: calling(`${read}, ${read}`),
    files: note,
    definition: { limits: { ...limits, maxToolCalls: 1 } },
    end: 'too_many_tool_calls',
  },
  {
    name: 'the same call again and again',
    script: answering(`{ calls: [${read}] }`),
    files: note,
    end: 'loop_detected',
  },
  {
    name: 'a run that takes too long',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'hang' } }],
    definition: { limits: { ...limits, timeoutMs: 1_500 } },
    timeoutMs: 30_000,
    end: 'timeout',
  },
  {
    name: 'a cancelled run',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'hang' } }],
    timeoutMs: 30_000,
    cancels: true,
    end: 'cancelled',
  },
  {
    name: 'a response that is cut at its limit',
    script: answering('{ text: only the beginning, stop: length }'),
    end: 'answered',
    answer: 'only the beginning',
  },
];

const failing: RuntimeScenario[] = [
  {
    name: 'a model that fails once',
    script: answering('recovered'),
    faults: [{ times: 1, fault: { kind: 'error', status: 503 } }],
    end: 'answered',
    answer: 'recovered',
  },
  {
    name: 'a model that fails between two calls',
    script: calling(read),
    files: note,
    faults: [
      { times: 1, fault: { kind: 'slow', delayMs: 1, chunkDelayMs: 0 } },
      { times: 1, fault: { kind: 'error', status: 500 } },
    ],
    end: 'answered',
    results: ['ok'],
  },
  {
    name: 'a model that is overloaded',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'error', status: 429, retryAfterSeconds: 0 } }],
    end: 'model_unavailable',
  },
  {
    name: 'a model that refuses the request',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'error', status: 400 } }],
    end: 'model_refused',
  },
  {
    name: 'a model that refuses the key',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'error', status: 401 } }],
    end: 'model_refused',
  },
  {
    name: 'a model that does not respond',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'hang' } }],
    timeoutMs: 800,
    end: 'model_timeout',
  },
  {
    name: 'a stream that is cut before its text',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'cutStream', afterChunks: 0 } }],
    end: 'model_unavailable',
  },
  {
    name: 'a stream that is cut in its text',
    script: answering('a text that is longer than one piece of a stream'),
    faults: [{ times: 9, fault: { kind: 'cutStream', afterChunks: 3 } }],
    end: 'model_nonsense',
  },
  {
    name: 'a model without a response',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'emptyAnswer' } }],
    end: 'empty_answer',
  },
  {
    name: 'a body that is no completion',
    script: answering('never'),
    faults: [{ times: 9, fault: { kind: 'wrongContentType' } }],
    end: 'model_nonsense',
  },
];

const working: RuntimeScenario[] = [
  { name: 'a plain response', script: answering('hello'), end: 'answered', answer: 'hello' },
  {
    name: 'a streamed response with thoughts',
    script: answering('{ text: a text of several pieces, thought: I wonder, chunk: 3, chunkDelayMs: 5 }'),
    end: 'answered',
    answer: 'a text of several pieces',
  },
  { name: 'one tool', script: calling(read), files: note, end: 'answered', results: ['ok'] },
  {
    name: 'five tools at once',
    script: calling(
      ['a', 'b', 'c', 'd', 'e']
        .map((name) => `{ tool: read_file, arguments: { path: ${name}.txt } }`)
        .join(', '),
    ),
    files: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.txt`, name])),
    end: 'answered',
    results: ['ok', 'ok', 'ok', 'ok', 'ok'],
  },
  {
    name: 'a tool after a tool',
    script: `
rules:
  - when: { after: { tool: write_file } }
    answer: both
  - when: { after: { tool: read_file } }
    answer: { text: Now I write., calls: [${write}] }
  - when: { user: go }
    answer: { text: First I read., thought: Two steps., calls: [${read}] }
`,
    files: note,
    end: 'answered',
    answer: 'both',
    results: ['ok', 'ok'],
  },
  {
    name: 'a message in a home',
    script: calling(say),
    end: 'answered',
    results: ['ok'],
    said: ['hello'],
  },
  {
    name: 'a tool that fails',
    script: calling('{ tool: read_file, arguments: { path: missing.txt } }'),
    end: 'answered',
    results: ['not_found'],
  },
  {
    name: 'a tool that takes too long',
    script: calling('{ tool: home__wait, arguments: {} }'),
    end: 'answered',
    results: ['tool_timeout'],
  },
  {
    name: 'two calls with one id',
    script: calling(read),
    files: note,
    faults: [{ times: 1, fault: { kind: 'sameCallId' } }],
    end: 'answered',
  },
  {
    name: 'a call without an id',
    script: calling(read),
    files: note,
    faults: [{ times: 1, fault: { kind: 'callWithoutId' } }],
    end: 'answered',
    results: ['ok'],
  },
  {
    name: 'texts that look like values',
    script: calling(
      '{ tool: home__say, arguments: { text: "null" } }, { tool: home__say, arguments: { text: "true" } }',
    ),
    order: { systemPrompt: 'You fill in {name} and {session_state} yourself.' },
    end: 'answered',
    results: ['ok', 'ok'],
    said: ['null', 'true'],
  },
  {
    name: 'a remembered session',
    script: `
rules:
  - when: { user: again, count: { from: 1 } }
    answer: I have read it twice
  - when: { user: again }
    answer: { calls: [${read}] }
  - when: { user: go, count: { from: 1 } }
    answer: I have read it
  - when: { user: go }
    answer: { calls: [${read}] }
`,
    files: note,
    messages: ['go', 'again'],
    end: 'answered',
    answer: 'I have read it twice',
    results: ['ok'],
  },
];

export const runtimeScenarios: readonly RuntimeScenario[] = [...working, ...refused, ...limited, ...failing];
