import { RuntimeError } from '../errors/runtime-error.ts';
import { beginGraph } from '../graph/graph.ts';
import { checkInput } from '../guardrails/guardrails.ts';
import { getIntentId } from '../legs/end-leg.ts';
import type { RecordData } from '../run-log/index.ts';
import type { StepResult } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** Starts a run's intent with its message: with a round of its agent, or with the first node of its graph. */
export function onUserMessage(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'kairo.user.message'>,
): StepResult {
  if (before.waiting.for !== 'message') throw new RuntimeError('unexpected_input', 'a run takes one message');
  const { seq } = writer.write('kairo.user.message', data, 0);
  const { agent, session_id } = before.started;
  const context = { agent, session_id, origin: data.origin };
  const intent = { intentId: getIntentId(before), query: data.text, context };
  writer.write('kairo.intent.started', intent, seq);
  const state: RunState = {
    ...before,
    waiting: { for: 'nothing' },
    messageSeq: seq,
    input: data.text,
    transcript: [
      ...before.transcript,
      { role: 'user', content: data.text, ...(data.media ? { media: data.media } : {}) },
    ],
    tainted: before.tainted || data.tainted,
    origin: data.origin,
  };
  const { graph } = state.first;
  if (!graph) return checkInput(state, writer, data.text, { to: 'round', cause: seq });
  const begun = beginGraph(state, { pinned: graph, task: data.text, cause: seq });
  return begun.next.to === 'node' ? checkInput(begun.state, writer, data.text, begun.next) : begun;
}
