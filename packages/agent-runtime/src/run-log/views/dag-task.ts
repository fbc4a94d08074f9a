import type { JsonObject } from '@agent-home/protocol';
import type { CallOutcome, CallRequested, PolicyDecided } from '../catalogue/call-types.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { DagNode } from './dag-node.ts';
import { getPreview } from './preview.ts';

/** Records of one call. */
export interface TaskParts {
  requested: RunRecord;
  round: number;
  /** The last decision about it. */
  decided: RunRecord | undefined;
  /** Decision that required an approval, if any. */
  confirmed: RunRecord | undefined;
  /** Approval request. */
  asked: RunRecord | undefined;
  invoked: RunRecord | undefined;
  result: RunRecord | undefined;
  isOver: boolean;
}

export function taskNode(parts: TaskParts): DagNode {
  const { requested, round, result, isOver } = parts;
  const outcome = result && (result.data.result as unknown as CallOutcome);
  return {
    id: requested.id,
    type: 'task',
    round,
    state: outcome ? (outcome.status === 'ok' ? 'finished' : 'failed') : isOver ? 'failed' : 'pending',
    body: {
      input: getInput(parts),
      output: outcome ? { result: getResult(outcome) } : null,
      output_preview: getPreview((outcome?.content ?? []).map(({ text }) => text).join('\n')),
    },
    metadata: getApproval(parts),
    events: [],
    streamed_output: false,
  };
}

/** Exactly the members of S1-42. */
function getInput(parts: TaskParts): JsonObject {
  const call = parts.requested.data as unknown as CallRequested;
  return {
    tool_call_id: call.tool_call_id,
    requested_name: call.requested_name,
    name: call.name,
    // A blank name counts as missing.
    name_resolution: call.requested_name.trim() === '' ? 'missing' : call.name_resolution,
    arguments: call.arguments,
    arguments_summary: call.arguments_summary,
    source: getSource(call, parts),
  };
}

/**
 * Returns `policy` for a call that was decided on and never made. The source of the home's tools is `native`, because they run in
 * this process as native tools do (S1-48).
 */
function getSource({ source }: CallRequested, { decided, invoked, result }: TaskParts): string {
  if (decided && !invoked && (result || decided.data.effect === 'deny')) return 'policy';
  return source === 'home' ? 'native' : source;
}

function getResult({ content, status, metadata, error }: CallOutcome): JsonObject {
  return {
    content: content.map(({ type, text }) => ({ type, text })),
    error: status === 'error',
    metadata: { ...metadata, ...(error === undefined ? {} : { error: { ...error } }) },
  };
}

/**
 * Returns the metadata of a decision `confirm` (S1-50). Without an approver the call is refused, the model reads of it and the run
 * continues.
 */
function getApproval({ asked, confirmed }: TaskParts): JsonObject {
  if (asked) {
    const { required, deny_effect, reason } = asked.data;
    return {
      approval: { required: required ?? true, deny_effect: deny_effect ?? 'block', reason: reason ?? '' },
    };
  }
  if (!confirmed) return {};
  const { rules, code } = confirmed.data as unknown as PolicyDecided;
  const required = rules.some(({ effect, approval }) => effect === 'confirm' && approval !== 'optional');
  return { approval: { required, deny_effect: 'continue', reason: code ?? 'needs_approval' } };
}
