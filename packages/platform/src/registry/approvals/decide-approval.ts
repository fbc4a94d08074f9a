import { CallPatternError, coversCall, parseCallPattern } from '@agent-home/agent-runtime/definition';
import {
  type ApprovalDecision,
  type ApprovalRequest,
  approvalRequestSchema,
  type ShownApproval,
} from '@agent-home/http-contract';
import { type Approver, asJson, jsonObjectIn, objectKey } from '@agent-home/protocol';
import { z } from 'zod';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { type Actor, lockOwnAgent } from '../agents/own-agent.ts';
import { rulesFor } from './approver-rules.ts';
import { type Decider, deciderSchema } from './decider.ts';
import { findApproval, isApproval, stateAt } from './request-approval.ts';
import { mayDecide, showApproval } from './show-approval.ts';

type Row = typeof tables.runApprovals.$inferSelect;

/**
 * Decides on a question. The decision is certified once enough approvers agree; a denial by one of them is enough. A decision on
 * another call, on other arguments, too late or for a second time is refused.
 * @throws PlatformError `unknown_agent`, `not_found`, `forbidden`, `already_decided`, `invalid_input`
 */
export async function decideApproval(
  platform: Platform,
  { agentId, approvalId }: { agentId: string; approvalId: string },
  decision: ApprovalDecision,
  actor: Actor,
): Promise<ShownApproval> {
  const { act } = platform;
  if (!act) throw new PlatformError('forbidden', 'a decision needs an approver');
  const now = platform.now();
  const key = objectKey('run_approval', { agent_id: agentId, approval_id: approvalId });
  const { row, rules, isFinal } = await actTransaction(platform, async (transaction) => {
    const agent = await lockOwnAgent(transaction, agentId, actor);
    const rules = await rulesFor(transaction, agentId);
    const before = await findApproval(transaction, agentId, approvalId, 'update');
    if (!before) throw new PlatformError('not_found', 'the agent has no question with this id');
    if (!mayDecide(actor, agent, rules))
      throw new PlatformError('forbidden', 'the owner of the agent has not allowed admins to decide');
    requirePending(before, now);
    const request = approvalRequestSchema.parse(JSON.parse(before.request));
    requireSameCall(request, decision);
    const decider: Decider = {
      role: actor.role,
      id: actor.role === 'owner' ? actor.ownerId : act.actor.id,
      at: now.toISOString(),
      principal: `${act.actor.kind}:${act.actor.id}`,
    };
    const deciders = addDecider(before, decider);
    const isFinal = decision.decision === 'deny' || deciders.length >= before.needed;
    const row: Row = {
      ...before,
      deciders: JSON.stringify(deciders),
      reason: decision.reason,
      allow: decision.allow ?? before.allow,
      ...(isFinal
        ? {
            state: decision.decision === 'approve' ? ('approved' as const) : ('denied' as const),
            decidedAt: now,
          }
        : {}),
    };
    await transaction
      .update(tables.runApprovals)
      .set({
        state: row.state,
        deciders: row.deciders,
        allow: row.allow,
        reason: row.reason,
        decidedAt: row.decidedAt,
      })
      .where(isApproval(agentId, approvalId));
    if (isFinal) await certify(transaction, { key, row, request, decision, deciders, now });
    return { row, rules, isFinal };
  });
  if (isFinal) await platform.wake.stream(key);
  return showApproval(row, { now, isDecider: mayDecide(actor, { ownerId: null }, rules) });
}

function requirePending(row: Row, now: Date): void {
  const state = stateAt(row, now);
  if (state === 'pending') return;
  throw new PlatformError(
    'already_decided',
    state === 'expired'
      ? 'the question has expired and counts as denied'
      : `the question is ${state} already`,
  );
}

function requireSameCall(
  request: ApprovalRequest,
  { arguments_sha256: sha256, allow }: ApprovalDecision,
): void {
  if (sha256 !== request.arguments_sha256)
    throw new PlatformError('invalid_input', 'the question is about other arguments; read it again', {
      path: 'arguments_sha256',
    });
  if (allow === undefined) return;
  try {
    const call = { tool: request.tool, arguments: jsonObjectIn(request.arguments) ?? {} };
    if (coversCall(parseCallPattern(allow), call)) return;
  } catch (error) {
    if (!(error instanceof CallPatternError)) throw error;
    throw new PlatformError('invalid_input', error.message, { path: 'allow' });
  }
  throw new PlatformError('invalid_input', 'the pattern does not cover this call', { path: 'allow' });
}

function addDecider(row: Row, decider: Decider): Decider[] {
  const before = z.array(deciderSchema).parse(JSON.parse(row.deciders));
  if (before.some(({ principal }) => principal === decider.principal))
    throw new PlatformError('already_decided', 'you have approved it already; another approver is needed');
  return [...before, decider];
}

/** Certifies the decision and notifies the agent, in the transaction of the decision. */
async function certify(
  transaction: Executor,
  {
    key,
    row,
    request,
    decision,
    deciders,
    now,
  }: {
    key: string;
    row: Row;
    request: ApprovalRequest;
    decision: ApprovalDecision;
    deciders: readonly Decider[];
    now: Date;
  },
): Promise<void> {
  const decidedBy = deciders.map(({ role, id, at }): Approver => ({ role, id, at }));
  const isApproved = decision.decision === 'approve';
  const body = {
    kind: 'run_approval',
    schema_version: 1,
    agent_id: row.agentId,
    approval_id: row.approvalId,
    run_id: request.run_id,
    tool_call_id: request.tool_call_id,
    tool: request.tool,
    arguments_sha256: request.arguments_sha256,
    decision: decision.decision,
    ...(isApproved && row.allow !== null ? { allow: row.allow } : {}),
    reason: decision.reason,
    decided_by: decidedBy,
    decided_at: now.toISOString(),
    expires_at: request.expires_at,
  };
  await enqueueObjects(transaction, [{ stream: key, objectKey: key, body: asJson(body) }]);
  await appendFeed(transaction, [
    {
      agentId: row.agentId,
      eventType: 'agent.approval_decided',
      objectKey: key,
      occurredAt: now,
      payload: { approval_id: row.approvalId, run_id: request.run_id },
    },
  ]);
}
