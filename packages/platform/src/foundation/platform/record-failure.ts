import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { toMessage } from '../errors/describe-error.ts';
import type { Platform } from './platform.ts';

export type FailureKind = (typeof tables.failures.$inferSelect)['kind'];
export const failureKinds: readonly FailureKind[] = tables.failures.kind.enumValues;

interface Failure {
  kind: FailureKind;
  subject: string;
  error: unknown;
  /** Bytes of an event message that could not be parsed. */
  body?: Uint8Array;
}

/** Number of failed attempts after which work is listed as a dead letter. It is still retried, at the longest interval. */
export const attemptsBeforeDead = 3;

const longestSeconds = 3_600;
const maxDetail = 600;
/** Kinds of failures that a retry cannot fix. */
const untriable: ReadonlySet<FailureKind> = new Set(['event', 'input']);

export function failureId(kind: FailureKind, subject: string): string {
  return `dead_${createHash('sha256').update(`${kind}\n${subject}`).digest('hex').slice(0, 20)}`;
}

/** Records that a piece of work failed, with the beginning of the error's message. */
export async function recordFailure(platform: Platform, failure: Failure): Promise<void> {
  const { failures } = tables;
  const { kind, subject, body } = failure;
  const { reason, detail } = describe(failure.error);
  const at = platform.now();
  const isTried = !untriable.has(kind);
  const seconds = sql`least(${longestSeconds}::float8, 5 * power(2, ${isTried ? sql`least(${failures.attempts}, 20)` : 0}))`;
  const bounded = { subject: clean(subject).slice(0, 4096), reason, detail };
  platform.metrics.failures.inc({ kind });
  await platform.database
    .insert(failures)
    .values({
      id: failureId(kind, subject),
      kind,
      ...bounded,
      body: body ? Buffer.from(body).toString('base64') : null,
      firstAt: at,
      lastAt: at,
      retryAt: isTried ? new Date(at.getTime() + 5_000) : null,
    })
    .onConflictDoUpdate({
      target: failures.id,
      set: {
        reason,
        detail,
        lastAt: at,
        // A settled failure of the same subject restarts the count of attempts at one.
        attempts: sql`case when ${failures.settledAt} is null then ${failures.attempts} + 1 else 1 end`,
        firstAt: sql`case when ${failures.settledAt} is null then ${failures.firstAt} else excluded.first_at end`,
        retryAt: isTried ? sql`${at.toISOString()}::timestamptz + make_interval(secs => ${seconds})` : null,
        settledAt: null,
      },
    });
}

/** Records that previously failed work has succeeded. */
export async function settleFailure(platform: Platform, kind: FailureKind, subject: string): Promise<void> {
  const { failures } = tables;
  await platform.database
    .update(failures)
    .set({ settledAt: platform.now(), retryAt: null, body: null })
    .where(and(eq(failures.id, failureId(kind, subject)), isNull(failures.settledAt)));
}

function describe(error: unknown): { reason: string; detail: string } {
  const detail = clean(toMessage(error)).slice(0, maxDetail);
  if (!(error instanceof Error)) return { reason: 'unknown', detail };
  const { code } = error as { code?: unknown };
  const reason = typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? code : error.name.slice(0, 60);
  return { reason, detail };
}

/** PostgreSQL rejects NUL, and control characters must not reach a terminal. */
function clean(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}
