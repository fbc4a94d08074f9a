import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@agent-home/protocol';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import type { ActContext, Acted, Acting } from './acting.ts';
import type { RateLimit } from './rate-limit.ts';

export interface AttemptRules {
  /** Number of attempts after the first. */
  retry: number;
  /** True if a repeated call has no further effect: calls with an unknown outcome are then repeated as well. */
  idempotent: boolean;
  /** Limit of the whole call with its attempts and pauses, in milliseconds. */
  timeoutMs: number;
  rateLimit: RateLimit;
}

interface FailedAttempt {
  code: string;
  elapsed_ms: number;
}

const firstPauseMs = 100;
const longestPauseMs = 10_000;

/**
 * Retries a call if a second execution does no harm: if it certainly did not begin, or if the tool is idempotent. The outcome's
 * metadata list the failed attempts.
 */
export function inAttempts(act: Acting, rules: AttemptRules): Acting {
  return async (args, context) => {
    const endsAt = performance.now() + rules.timeoutMs;
    const failed: FailedAttempt[] = [];
    for (;;) {
      await inTurn(rules.rateLimit, endsAt, context.signal);
      const began = performance.now();
      const acted = await attempt(act, args, context);
      const { failure } = acted;
      if (!failure) return told(acted, failed);
      failed.push({ code: failure.code, elapsed_ms: Math.round(performance.now() - began) });
      const isHarmless = failure.retry === 'not_begun' || (failure.retry === 'may_help' && rules.idempotent);
      const pauseMs = Math.max(failure.afterMs ?? 0, getPause(failed.length));
      const isInTime = performance.now() + pauseMs < endsAt;
      if (!isHarmless || failed.length > rules.retry || !isInTime) return told(acted, failed);
      await delay(pauseMs, undefined, { signal: context.signal });
    }
  };
}

async function inTurn(limit: RateLimit, endsAt: number, signal: AbortSignal): Promise<void> {
  const now = performance.now();
  const waitMs = limit.take(now, endsAt - now);
  if (waitMs === undefined)
    throw new ToolFailure(
      'rate_limited',
      `the rate limit of this tool is reached: call it again in ${Math.ceil(limit.waitMs(now))} ms`,
    );
  if (waitMs > 0) await delay(waitMs, undefined, { signal });
}

/** Doubles with each attempt, with jitter so that calls which failed together do not retry together. */
function getPause(attempts: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** attempts) * (0.5 + Math.random() / 2);
}

async function attempt(act: Acting, args: JsonObject, context: ActContext): Promise<Acted> {
  try {
    return await act(args, context);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, message, hint } = error;
    return { tainted: false, text: '', metadata: {}, failure: { code, message, ...hint } };
  }
}

function told(acted: Acted, failed: readonly FailedAttempt[]): Acted {
  const isTold = failed.length > (acted.failure ? 1 : 0);
  return isTold
    ? { ...acted, metadata: { ...acted.metadata, failed_attempts: failed.map((one) => ({ ...one })) } }
    : acted;
}
