import type { Greed } from '../journal/hostile-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { Finding, JudgedRow } from './evidence.ts';
import { isInTime, judgingMs } from './judged-once.ts';

const check = 'nobody delayed';

/** Limits for an idle machine; they scale with the slowness of the machine. */
const most = { verdictMs: 5_000, answerMs: 3_000, streamMs: 3_000 };
/** Absolute limit on any machine. Otherwise a home that only polls every fifteen seconds would pass on a busy one. */
const streamAtMostMs = 8_000;

/**
 * Returns the most that one agent may get from a home with thirty token service calls a second: the whole refill, a quarter of the
 * initial tokens, and the sum of its share. A slow machine may give less, which proves nothing.
 */
const mostGiven = (seconds: number) => 30 * seconds + 12;

type Life = Pick<Journal, 'puts' | 'answers' | 'calm' | 'revocations' | 'greed'>;

/**
 * Requires three things during calm time: the neighbours of a hostile resident get verdicts and responses as fast as usual. They
 * are not rejected because of its use. A revoked token ends at once.
 */
export function nobodyDelayed(
  { puts, answers, calm, revocations, greed }: Life,
  ledger: readonly JudgedRow[],
  { hostile, modest, pace }: { hostile: ReadonlySet<string>; modest: string; pace: number },
): Finding[] {
  if (!calm) return [{ check, subject: 'simulation', problem: 'there was no calm time' }];
  const isCalm = (at: number) => at >= calm.from && at <= calm.until;
  const judged = new Map<string, number[]>();
  for (const { objectKey, judgedAt } of ledger)
    judged.set(objectKey ?? '', [...(judged.get(objectKey ?? '') ?? []), judgedAt.getTime()]);
  const late = puts
    .filter(
      (put) => !hostile.has(put.agentId) && isCalm(put.startedAt) && put.how === 'plain' && isInTime(put),
    )
    .flatMap(({ agentId, key, endedAt, grantAskedAt }) => {
      const verdict = (judged.get(key) ?? []).find((at) => at >= grantAskedAt - judgingMs);
      const tookMs = verdict === undefined ? Number.POSITIVE_INFINITY : verdict - endedAt;
      return tookMs <= most.verdictMs * pace
        ? []
        : [{ subject: agentId, problem: `was judged ${tookMs} ms after it wrote`, detail: { key } }];
    });
  const slow = answers
    .filter(({ who, at, asked }) => !hostile.has(who) && isCalm(at) && !asked.includes('/v1/feed'))
    .flatMap(({ who, asked, tookMs, status }): Omit<Finding, 'check'>[] => {
      // Players request as much as they can. Only an agent with few requests was certainly refused because of others.
      if (status === 429 && who === modest)
        return [{ subject: who, problem: `was turned away from ${asked}`, detail: { tookMs } }];
      return tookMs <= most.answerMs * pace
        ? []
        : [{ subject: who, problem: `waited ${tookMs} ms for ${asked}`, detail: { status } }];
    });
  const outlived = revocations
    .map(({ revokedAt, endedAt }) => endedAt - revokedAt)
    .filter((tookMs) => tookMs > Math.min(most.streamMs * pace, streamAtMostMs))
    .map((tookMs) => ({ subject: 'a revoked token', problem: `was told more for ${tookMs} ms`, detail: {} }));
  const unshared =
    greed && isUnshared(greed)
      ? [{ subject: 'the token service', problem: 'was one agent’s alone', detail: greed }]
      : [];
  return [...late, ...slow, ...outlived, ...unshared].map((finding) => ({ check, ...finding }));
}

/** Returns true if the agent was never limited to a share, and got more than one share or emptied the common supply. */
function isUnshared({ seconds, given, toldItsShare, toldNoneLeft }: Greed): boolean {
  return toldItsShare === 0 && (toldNoneLeft > 0 || given > mostGiven(seconds));
}
