import {
  emptyLog,
  type LogHead,
  type RecordDraft,
  type SealedRecord,
  sealRecord,
} from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import { sampleMessage, sampleStart } from '../../packages/agent-runtime/src/run-log/testing/sample-log.ts';

interface SealedRun {
  runId: string;
  /** Agent of the home that ran; it is also the name of its definition. */
  agentId: string;
  asked?: string;
  /** Code of a failed run; answered without one. */
  failedWith?: string;
  tool?: string;
  model?: string;
  /** Run that delegated this one. */
  parent?: string;
  /** True to name no identity, as the run of a delegated agent. */
  isDelegated?: boolean;
  startedAt?: Date;
  /** Number of streamed pieces. */
  pieces?: number;
  /** Address of the home in the identity. */
  home?: string;
  /** Leaves the run open. */
  isOpen?: boolean;
}

/** Seals a whole run: start, message, a model's answer in pieces, a tool call and the end. */
export function sealRun(run: SealedRun): SealedRecord[] {
  const { runId, agentId, asked = 'How is the weather?', pieces = 3, startedAt = new Date() } = run;
  const {
    tool = 'home.say',
    model = 'small',
    failedWith,
    parent,
    isOpen = false,
    home = 'http://home.test',
  } = run;
  const usage = { input_tokens: 120, output_tokens: 30, tool_calls: 1, rounds: 1, cost: 0.25 };
  const start = sampleStart({
    run_id: runId,
    agent: agentId,
    title: `The ${agentId}`,
    ...(run.isDelegated
      ? {}
      : { identity: { agent_id: agentId, home, card_sha256: 'c'.repeat(64), key_id: 'key' } }),
    ...(parent === undefined
      ? {}
      : {
          parent: {
            run_id: parent,
            tool_call_id: 'call_1_0',
            agent: 'boss',
            depth: 1,
            inherited: [{ agent: 'boss', agent_id: '', deny: [], policies: [] }],
          },
        }),
  });
  const answered = {
    model_call_id: 'model_3',
    content: 'Fine.',
    thought: '',
    tool_calls: [{ id: 'one', name: tool, arguments: '{}' }],
    stop_reason: 'tool_use',
    model,
    provider: 'emulator',
    usage: { input_tokens: 120, output_tokens: 30 },
    elapsed_ms: 5,
    attempts: [],
  };
  const requested = {
    tool_call_id: 'call_1_0',
    requested_name: tool,
    name: tool,
    name_resolution: 'exact',
    arguments: {},
    arguments_summary: '{}',
    source: 'home',
  };
  const asking = { model_call_id: 'model_3', round: 1, provider: 'emulator', model, max_output_tokens: 100 };
  const ended = {
    status: failedWith === undefined ? 'answered' : 'failed',
    ...(failedWith === undefined ? {} : { code: failedWith }),
    answer: failedWith === undefined ? 'Fine.' : '',
    usage,
  };
  const drafts: [type: string, data: object][] = [
    ['run.started', start],
    ['kairo.user.message', { ...sampleMessage, text: asked }],
    ['kairo.intent.started', { intentId: 'i', query: asked, context: {} }],
    ['model.requested', asking],
    ...Array.from({ length: pieces }, (_, index): [string, object] => [
      'model.delta',
      { model_call_id: 'model_3', content: `piece ${index} \u0000 “ü” 🌧` },
    ]),
    ['model.answered', answered],
    ['call.requested', requested],
    ...(isOpen ? [] : [['run.ended', ended] as [string, object]]),
  ];
  return sealDrafts(
    { runId, agentId, startedAt },
    drafts.map(([type, data]) => ({ type, data: asJson(data) })),
  );
}

/** Seals drafts one after another; each is caused by the one before. */
export function sealDrafts(
  { runId, agentId, startedAt = new Date() }: { runId: string; agentId: string; startedAt?: Date },
  drafts: readonly RecordDraft[],
): SealedRecord[] {
  let head: LogHead = emptyLog;
  return drafts.map((draft, seq) => {
    const time = new Date(startedAt.getTime() + seq).toISOString();
    const caused = seq === 0 ? draft : { cause: seq - 1, ...draft };
    const sealed = sealRecord(head, { runId, source: `agent-home/runtime/${agentId}` }, time, caused);
    head = sealed.head;
    return sealed;
  });
}

export function linesOf(sealed: readonly SealedRecord[]): string[] {
  return sealed.map(({ line }) => line);
}
