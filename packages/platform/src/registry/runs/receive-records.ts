import {
  getTraceId,
  LogError,
  noRecordBefore,
  type RunFacts,
  type RunRecord,
  runFactsSchema,
} from '@agent-home/agent-runtime/run-log';
import type { ReceivedRecords, RunBatch } from '@agent-home/http-contract';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { consumeTokens } from '../../foundation/concurrency/rate-limiter.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { observe } from '../../foundation/telemetry/observe.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import { recordHealth, spentSince } from '../health/record-health.ts';
import { lockRun } from './lock-run.ts';
import {
  hashValues,
  invalid,
  namedValues,
  readLines,
  type SentLine,
  type VerifiedLines,
  verifyLines,
} from './read-batch.ts';
import { type Contradiction, recordConflict } from './record-conflict.ts';
import { columnsOf } from './run-columns.ts';
import { notifyRun } from './run-notices.ts';
import { withoutTexts } from './without-texts.ts';

type RunRow = typeof tables.runs.$inferSelect;

/** Identity in the first record of a resident's run. */
const identitySchema = z.object({ identity: z.object({ agent_id: z.string() }).optional() });

/**
 * Stores consecutive records of a run of this agent. The same records again change nothing, so a sender that has lost its place
 * repeats them. Another record for a known number is refused and reported; it never replaces the stored one (spec mirrored-runs
 * "One history").
 * @throws PlatformError `not_admitted`, `rate_limited`, `run_records_missing`, `run_history_conflict`, `run_record_invalid`,
 * `run_too_old`, `run_quota_exceeded`
 */
export async function receiveRecords(
  platform: Platform,
  agent: AgentRow,
  runId: string,
  batch: RunBatch,
): Promise<ReceivedRecords> {
  if (agent.standing !== 'admitted')
    throw new PlatformError(
      'not_admitted',
      'only admitted agents may mirror runs; apply for admission first',
    );
  const lines = await readLines(batch);
  await takeTokens(platform, agent.agentId, Math.max(1, lines.length));
  const outcome = await platform.database.transaction(async (transaction) => {
    // Sent together: each statement sees what was committed when the one before it had its lock.
    const [, known, usedBytes] = await Promise.all([
      lockRun(transaction, agent.agentId, runId),
      findRun(transaction, agent.agentId, runId),
      findUsedBytes(transaction, agent.agentId),
    ]);
    return store({
      platform,
      transaction,
      agent,
      runId,
      known,
      usedBytes,
      lines,
      values: batch.values ?? [],
    });
  });
  if ('conflict' in outcome)
    throw new PlatformError(
      'run_history_conflict',
      `the home has another record ${outcome.conflict.seq} of this run; the first one stays, and the owner sees the conflict`,
    );
  return { run_id: runId, ...outcome };
}

interface Receiving {
  platform: Platform;
  transaction: Executor;
  agent: AgentRow;
  runId: string;
  known: RunRow | undefined;
  /** Size of all mirrored runs of the agent. */
  usedBytes: number;
  lines: readonly SentLine[];
  values: readonly string[];
}

type Outcome = { next_seq: number; head?: string } | { conflict: Contradiction };

async function store(receiving: Receiving): Promise<Outcome> {
  const { platform, transaction, agent, runId, known, lines } = receiving;
  const nextSeq = known?.nextSeq ?? 0;
  const place = known === undefined ? { next_seq: 0 } : { next_seq: nextSeq, head: known.head };
  const [first] = lines;
  if (first === undefined) return place;
  if (first.seq > nextSeq)
    throw new PlatformError(
      'run_records_missing',
      `the next record of this run is ${nextSeq}, not ${first.seq}; send from there`,
      { path: 'from_seq' },
    );
  const conflict = await findContradiction(receiving, nextSeq);
  if (conflict) {
    await recordConflict(platform, transaction, { agentId: agent.agentId, runId }, conflict);
    return { conflict };
  }
  const fresh = lines.filter(({ seq }) => seq >= nextSeq);
  if (fresh.length === 0) return place;
  try {
    return await append(receiving, fresh);
  } catch (error) {
    if (!(error instanceof LogError) || known === undefined) throw error;
    const claimed = claimedBefore(fresh[0]);
    const found = { seq: nextSeq - 1, sha256: claimed, known_sha256: known.head };
    await recordConflict(platform, transaction, { agentId: agent.agentId, runId }, found);
    return { conflict: found };
  }
}

/** Returns the hash that a record names as the one before it. */
function claimedBefore(line: SentLine | undefined): string {
  return z.object({ prev: z.string() }).parse(JSON.parse(line?.text ?? '{}')).prev;
}

/** Returns the first sent record that differs from a stored one. */
async function findContradiction(
  { transaction, agent, runId, lines }: Receiving,
  nextSeq: number,
): Promise<Contradiction | undefined> {
  const { runRecords } = tables;
  const repeated = lines.filter(({ seq }) => seq < nextSeq);
  const [first] = repeated;
  const last = repeated.at(-1);
  if (!first || !last) return undefined;
  const stored = await transaction
    .select({ seq: runRecords.seq, sha256: runRecords.sha256 })
    .from(runRecords)
    .where(
      and(
        eq(runRecords.agentId, agent.agentId),
        eq(runRecords.runId, runId),
        sql`${runRecords.seq} between ${first.seq} and ${last.seq}`,
      ),
    );
  const known = new Map(stored.map(({ seq, sha256 }) => [seq, sha256]));
  for (const { seq, sha256 } of repeated) {
    const known_sha256 = known.get(seq);
    if (known_sha256 !== undefined && known_sha256 !== sha256) return { seq, sha256, known_sha256 };
  }
  return undefined;
}

async function append(receiving: Receiving, fresh: readonly SentLine[]): Promise<Outcome> {
  const { platform, transaction, agent, runId, known, values } = receiving;
  const sent = hashValues(values);
  const before = known && runFactsSchema.parse(JSON.parse(known.facts));
  const verified = await verifyLines(
    {
      runId,
      head: { seq: known?.nextSeq ?? 0, hash: known?.head ?? noRecordBefore },
      facts: before,
      source: known?.source,
      values: sent,
    },
    fresh,
    (record) => checkStart(platform, agent, record),
  );
  if (verified === undefined) throw invalid(fresh[0]?.seq ?? 0, 'does not start a run');
  const isErased = known !== undefined && known.erasedAt !== null;
  const named = isErased
    ? new Map<string, never>()
    : await newValues(receiving, namedValues(verified.records, sent));
  const bytes = isErased ? 0 : sum(fresh) + sum([...named.values()]);
  requireQuota(receiving, bytes);
  const change = { agentId: agent.agentId, runId, before, after: verified.facts };
  // Sent together, and executed in this order.
  await Promise.all([
    saveRun(receiving, isErased ? { ...verified, facts: withoutTexts(verified.facts) } : verified, bytes),
    appendRecords(receiving, fresh, isErased),
    saveValues(receiving, named),
    recordHealth(transaction, change, platform.now()),
    notifyRun(transaction, { agentId: agent.agentId, runId, nextSeq: verified.head.seq }),
  ]);
  measure(platform, verified, before);
  return { next_seq: verified.head.seq, head: verified.head.hash };
}

async function appendRecords(
  { transaction, agent, runId }: Receiving,
  fresh: readonly SentLine[],
  isErased: boolean,
): Promise<void> {
  await transaction.execute(
    sql`insert into ${tables.runRecords} (agent_id, run_id, seq, sha256, text)
        select ${agent.agentId}, ${runId}, seq, sha256, text
        from json_to_recordset(${jsonParameter(fresh.map(({ seq, sha256, text }) => ({ seq, sha256, text: isErased ? null : text })))}::json)
          as sent(seq integer, sha256 text, text text)`,
  );
}

async function saveValues(
  { transaction, agent, runId }: Receiving,
  named: ReadonlyMap<string, { text: string }>,
): Promise<void> {
  if (named.size > 0)
    await transaction.execute(
      sql`insert into ${tables.runValues} (agent_id, run_id, sha256, text)
          select ${agent.agentId}, ${runId}, sha256, text
          from json_to_recordset(${jsonParameter([...named].map(([sha256, { text }]) => ({ sha256, text: JSON.stringify(text) })))}::json)
            as sent(sha256 text, text text)
          on conflict do nothing`,
    );
}

/** Returns the values that the run does not have yet, so that a value of many records counts once. */
async function newValues<Value>(
  { transaction, agent, runId }: Receiving,
  named: Map<string, Value>,
): Promise<Map<string, Value>> {
  if (named.size === 0) return named;
  const stored = await transaction.execute<{ sha256: string }>(
    sql`select sha256 from ${tables.runValues}
        where agent_id = ${agent.agentId} and run_id = ${runId}
          and sha256 in (select json_array_elements_text(${jsonParameter([...named.keys()])}::json))`,
  );
  const known = new Set(stored.map(({ sha256 }) => sha256));
  return new Map([...named].filter(([sha256]) => !known.has(sha256)));
}

/** The first record names the agent if it is a resident's, and is not older than the home keeps runs. */
function checkStart({ config, now }: Platform, { agentId }: AgentRow, { data, time }: RunRecord): void {
  const identity = identitySchema.safeParse(data).data?.identity;
  if (identity !== undefined && identity.agent_id !== agentId)
    throw invalid(0, 'names another agent as the one that ran');
  const days = (now().getTime() - Date.parse(time)) / 86_400_000;
  // A run of the future would stay at the top of every list.
  if (days < -1) throw invalid(0, 'begins in the future, so the clock of its machine was wrong');
  if (days > config.runDays)
    throw new PlatformError(
      'run_too_old',
      `the run began more than ${config.runDays} days ago, which is longer than the home keeps runs; do not send it`,
    );
}

function requireQuota({ platform, known, usedBytes }: Receiving, bytes: number): void {
  const { runBytes, agentRunBytes } = platform.config;
  const hour = { retryAfterSeconds: 3_600 };
  if ((known?.bytes ?? 0) + bytes > runBytes)
    throw new PlatformError(
      'run_quota_exceeded',
      `the run is longer than the ${runBytes} bytes that the home mirrors; its log stays on the agent's machine`,
      hour,
    );
  if (usedBytes + bytes > agentRunBytes)
    throw new PlatformError(
      'run_quota_exceeded',
      `the mirrored runs of this agent fill its ${agentRunBytes} bytes; its owner can erase some, and old ones expire`,
      hour,
    );
}

async function saveRun(
  { platform, transaction, agent: { agentId }, runId }: Receiving,
  { facts, source, head }: VerifiedLines,
  bytes: number,
): Promise<void> {
  const { runs } = tables;
  const derived = {
    ...columnsOf(facts),
    nextSeq: head.seq,
    head: head.hash,
    receivedAt: platform.now(),
  };
  await transaction
    .insert(runs)
    .values({
      ...{ agentId, runId, source, bytes, ...derived },
      parentRunId: facts.parent?.run_id ?? null,
      traceId: getTraceId(runId),
      startedAt: new Date(facts.started_at),
    })
    .onConflictDoUpdate({
      target: [runs.agentId, runs.runId],
      set: { ...derived, bytes: sql`${runs.bytes} + ${bytes}` },
    });
}

function measure(
  { metrics, now }: Platform,
  { facts, records }: VerifiedLines,
  before: RunFacts | undefined,
): void {
  if (before === undefined) metrics.runsStarted.inc();
  const { toolCalls, inputTokens, outputTokens, cost } = spentSince(before, facts);
  metrics.runToolCalls.inc(toolCalls);
  metrics.runTokens.inc({ kind: 'input' }, inputTokens);
  metrics.runTokens.inc({ kind: 'output' }, outputTokens);
  metrics.runCost.inc(cost);
  const last = records.at(-1);
  if (!last) return;
  // A clock ahead of the home's gives no negative lag.
  observe(metrics.runMirrorLagSeconds, Math.max(0, (now().getTime() - Date.parse(last.time)) / 1_000));
  if (last.type === 'run.ended' && facts.state === 'failed')
    metrics.runsFailed.inc({ code: metrics.labelOfRunCode(facts.code) });
}

async function findRun(executor: Executor, agentId: string, runId: string): Promise<RunRow | undefined> {
  const { runs } = tables;
  const [row] = await executor
    .select()
    .from(runs)
    .where(and(eq(runs.agentId, agentId), eq(runs.runId, runId)));
  return row;
}

async function findUsedBytes(executor: Executor, agentId: string): Promise<number> {
  const [used] = await executor.execute<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0)::text as bytes from ${tables.runs} where agent_id = ${agentId}`,
  );
  return Number(used?.bytes ?? 0);
}

async function takeTokens({ database, config }: Platform, agentId: string, wanted: number): Promise<void> {
  const subject = `run records of agent ${agentId}`;
  const most = config.runRecordsPerMinute;
  const granted = (await consumeTokens(database, [{ subject, wanted, most }])).get(subject) ?? 0;
  if (granted < wanted)
    throw new PlatformError(
      'rate_limited',
      'too many records in a minute; continue after the time in Retry-After',
      {
        retryAfterSeconds: 60,
      },
    );
}

function sum(items: readonly { bytes: number }[]): number {
  return items.reduce((total, { bytes }) => total + bytes, 0);
}
