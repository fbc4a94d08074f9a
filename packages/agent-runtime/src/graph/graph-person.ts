import { questionId } from '../approvals/question.ts';
import { callSha256 } from '../calls/call-sha256.ts';
import { getSummary } from '../calls/request-call.ts';
import type { ApprovalDecided, ApprovalRequested, CallRequested, PinnedTool } from '../run-log/index.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** Pseudo tool for approvals in a graph: an approval causes no call. */
export const personTool: PinnedTool = {
  name: 'person',
  wire_name: 'person',
  source: 'native',
  description: 'A person decides.',
  parameters: { type: 'object' },
  aliases: [],
  risk: 'high',
  side_effects: false,
  idempotent: true,
  prepares: false,
  timeout_ms: 1_000,
};

/** Asks a person to decide a node (S3-152). The question is an approval, and the run waits as long as for one. */
export function askPerson(
  state: RunState,
  writer: StepWriter,
  { node, question, cause }: { node: string; question: string; cause: number },
): StepResult {
  const { approval_expires_ms: expiresMs } = state.first.operator;
  if (expiresMs === undefined) return end(state, cause, { code: 'approval_unavailable' });
  const graph = state.graph;
  const args = { question, node, known: graph?.known.given() ?? {} };
  const call: CallRequested = {
    tool_call_id: `node_${graph?.steps ?? 0}`,
    requested_name: personTool.name,
    name: personTool.name,
    name_resolution: 'exact',
    arguments: args,
    arguments_summary: getSummary(args),
    source: 'native',
  };
  const sha256 = callSha256(call);
  const rules: ApprovalRequested['rules'] = [
    { layer: 'definition', rule: `graph.nodes.${node}.approve`, effect: 'confirm', approval: 'optional' },
  ];
  const about = { tool_call_id: call.tool_call_id, tool: personTool.name, arguments_sha256: sha256 };
  const runId = state.first.run_id;
  const asking: ApprovalRequested = {
    approval_id: questionId('approval', {
      runId,
      seq: writer.head.seq,
      callId: call.tool_call_id,
      tool: personTool.name,
      argumentsSha256: sha256,
      privateKey: state.first.private_key,
    }),
    ...about,
    node,
    arguments: args,
    risk: personTool.risk,
    rules,
    tainted: state.tainted,
    required: false,
    deny_effect: 'continue',
    reason: 'needs_approval',
    expires_at: new Date(Date.parse(writer.time) + expiresMs).toISOString(),
  };
  const asked = writer.write('approval.requested', asking, cause);
  return wait({
    ...state,
    waiting: { for: 'approval', call, tool: personTool, question: asking, asked },
  });
}

/** Returns the result of the node; conditions read `<node>.approved`. */
export function wordOfPerson({ decision, reason, by }: ApprovalDecided) {
  return { approved: decision === 'approve', decision, reason, by: by.name };
}
