import type { ApprovalRequest, ApprovalState } from '@agent-home/http-contract';
import { canonicalJson, jsonObjectIn, sha256HexOfText } from '@agent-home/protocol';
import { and, count, eq, gt } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { rulesFor } from './approver-rules.ts';
import { findCertifiedDecision, toDecidedColumns } from './certified-decision.ts';

type Row = typeof tables.runApprovals.$inferSelect;

/** Limit of pending questions of one agent, so that a run cannot bury its owner under them. */
const mostPending = 50;
/** Limit of the time until a question expires, in milliseconds. */
const longestMs = 31 * 24 * 3_600_000;
/** Risks that need one approver. */
const lowRisks: readonly string[] = ['safe', 'low', 'medium'];

/** Returns the state of a question; a pending one expires by the clock alone. */
export function stateAt({ state, expiresAt }: Pick<Row, 'state' | 'expiresAt'>, now: Date): ApprovalState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state;
}

/**
 * Stores a question of an agent's run about one call. The same question again changes nothing.
 * @throws PlatformError `invalid_input`, also for the same id with other content; `rate_limited` for too many questions
 */
export async function requestApproval(
  platform: Pick<Platform, 'database' | 'now'>,
  agentId: string,
  request: ApprovalRequest,
): Promise<{ approval_id: string; state: ApprovalState; isNew: boolean }> {
  const now = platform.now();
  const expiresAt = new Date(request.expires_at);
  requireSound(request, expiresAt.getTime() - now.getTime());
  const { approval_id: approvalId } = request;
  const { runApprovals } = tables;
  return platform.database.transaction(async (transaction) => {
    // Serializes the questions of one agent, so that the limit holds.
    await transaction
      .select({ agentId: tables.agents.agentId })
      .from(tables.agents)
      .where(eq(tables.agents.agentId, agentId))
      .for('update');
    const known = await findApproval(transaction, agentId, approvalId);
    if (known) {
      if (known.request !== canonicalJson(request))
        throw new PlatformError('invalid_input', 'another question has this id', { path: 'approval_id' });
      return { approval_id: approvalId, state: stateAt(known, now), isNew: false };
    }
    if ((await countPending(transaction, agentId, now)) >= mostPending)
      throw new PlatformError(
        'rate_limited',
        `${mostPending} calls of this agent wait already; decide some`,
        {
          retryAfterSeconds: 60,
        },
      );
    const decided = await findCertifiedDecision(transaction, agentId, approvalId);
    const rules = await rulesFor(transaction, agentId);
    const needed = rules.two_for_high_risk && !lowRisks.includes(request.risk) ? 2 : 1;
    const columns = decided === undefined ? {} : toDecidedColumns(decided);
    const [row] = await transaction
      .insert(runApprovals)
      .values({
        agentId,
        approvalId,
        request: canonicalJson(request),
        needed,
        requestedAt: now,
        expiresAt,
        ...columns,
      })
      .returning({ state: runApprovals.state });
    return { approval_id: approvalId, state: row?.state ?? 'pending', isNew: true };
  });
}

/** Withdraws a pending question that is answered elsewhere. @throws PlatformError `not_found` */
export async function withdrawApproval(
  platform: Pick<Platform, 'database' | 'now'>,
  agentId: string,
  approvalId: string,
): Promise<{ approval_id: string; state: ApprovalState }> {
  return platform.database.transaction(async (transaction) => {
    const row = await findApproval(transaction, agentId, approvalId, 'update');
    if (!row) throw new PlatformError('not_found', 'the agent has no question with this id');
    const now = platform.now();
    if (row.state === 'pending')
      await transaction
        .update(tables.runApprovals)
        .set({ state: 'withdrawn', decidedAt: now })
        .where(isApproval(agentId, approvalId));
    const state = row.state === 'pending' ? 'withdrawn' : stateAt(row, now);
    return { approval_id: approvalId, state };
  });
}

export async function findApproval(
  executor: Executor,
  agentId: string,
  approvalId: string,
  lock?: 'update',
): Promise<Row | undefined> {
  const statement = executor.select().from(tables.runApprovals).where(isApproval(agentId, approvalId));
  const [row] = await (lock === undefined ? statement : statement.for(lock));
  return row;
}

export function isApproval(agentId: string, approvalId: string) {
  const { runApprovals } = tables;
  return and(eq(runApprovals.agentId, agentId), eq(runApprovals.approvalId, approvalId));
}

function requireSound(request: ApprovalRequest, leftMs: number): void {
  const call = jsonObjectIn(request.arguments);
  if (!call || canonicalJson(call) !== request.arguments)
    throw new PlatformError('invalid_input', 'the arguments are not a canonical JSON object', {
      path: 'arguments',
    });
  if (sha256HexOfText(request.arguments) !== request.arguments_sha256)
    throw new PlatformError('invalid_input', 'the hash is not that of the arguments', {
      path: 'arguments_sha256',
    });
  if (leftMs > 0 && leftMs <= longestMs) return;
  throw new PlatformError('invalid_input', 'the time is over, or more than 31 days ahead', {
    path: 'expires_at',
  });
}

async function countPending(executor: Executor, agentId: string, now: Date): Promise<number> {
  const { runApprovals } = tables;
  const [row] = await executor
    .select({ number: count() })
    .from(runApprovals)
    .where(
      and(
        eq(runApprovals.agentId, agentId),
        eq(runApprovals.state, 'pending'),
        gt(runApprovals.expiresAt, now),
      ),
    );
  return row?.number ?? 0;
}
