import type { SpecVersion, WithdrawnSpec } from '@agent-home/http-contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { consumeTokens } from '../../foundation/concurrency/rate-limiter.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { retryRolledBack } from '../../foundation/resilience/retry-rolled-back.ts';
import type { Actor } from '../agents/own-agent.ts';
import { platformOwnerId } from '../tokens/require-owner.ts';
import { decodeVersion, type SpecPlace } from './decode-spec.ts';
import { describeVersion } from './describe-version.ts';
import { noSuchSpec } from './read-specs.ts';

/** First key of the advisory locks that count the versions of one owner at a time. */
const quotaLock = 4_600_117;

/**
 * Registers a version. The same text again changes nothing, also not the audit log.
 * @throws PlatformError `invalid_spec`, `name_taken`, `version_taken`, `spec_quota_exceeded`, `rate_limited`
 */
export async function registerSpec(
  platform: Platform,
  place: SpecPlace,
  document: { file: string; content: string },
  actor: Actor,
): Promise<{ registered: SpecVersion; isNew: boolean }> {
  const ownerId = actor.role === 'owner' ? actor.ownerId : platformOwnerId;
  await takeWrite(platform, ownerId);
  const decoded = decodeVersion(place, document);
  const { specVersions: versions } = tables;
  return retryRolledBack(() =>
    platform.database.transaction(async (transaction) => {
      await claimName(transaction, place, ownerId);
      const [before] = await transaction.select().from(versions).where(isAt(place));
      if (before && before.contentSha256 !== decoded.contentSha256)
        throw new PlatformError(
          'version_taken',
          `${place.name} ${place.version} is or was registered with another text; use a new version`,
          { path: 'version' },
        );
      if (before?.content != null)
        return { registered: describeVersion({ ...before, ownerId }), isNew: false };
      if (!before) await requireQuota(transaction, ownerId, platform.config.ownerSpecVersions);
      const values = {
        ...place,
        ...decoded,
        content: document.content,
        registeredAt: platform.now(),
        withdrawnAt: null,
      };
      await transaction
        .insert(versions)
        .values(values)
        .onConflictDoUpdate({ target: [versions.kind, versions.name, versions.version], set: values });
      await recordAct(transaction, withHash(platform, decoded.sha256));
      return { registered: describeVersion({ ...values, ownerId }), isNew: true };
    }),
  );
}

/**
 * Withdraws a version: its text is deleted, its hashes stay.
 * @throws PlatformError `not_found`, `rate_limited`
 */
export async function withdrawSpec(
  platform: Platform,
  place: SpecPlace,
  actor: Actor,
): Promise<WithdrawnSpec> {
  const { specVersions: versions } = tables;
  const now = platform.now();
  await takeWrite(platform, actor.role === 'owner' ? actor.ownerId : platformOwnerId);
  return retryRolledBack(() =>
    platform.database.transaction(async (transaction) => {
      const ownerId = await lockName(transaction, place);
      if (ownerId === undefined || (actor.role === 'owner' && actor.ownerId !== ownerId))
        throw noSuchSpec(place);
      const [row] = await transaction
        .update(versions)
        .set({ content: null, withdrawnAt: now })
        .where(and(isAt(place), isNull(versions.withdrawnAt)))
        .returning();
      if (!row) throw noSuchSpec(place);
      await recordAct(transaction, withHash(platform, row.sha256));
      return { ...describeVersion({ ...row, ownerId }), withdrawn_at: now.toISOString() };
    }),
  );
}

/** Limited before a document is decoded, because a large one takes half a second of this process. */
async function takeWrite({ database, config }: Platform, ownerId: string): Promise<void> {
  const subject = `spec writes of owner ${ownerId}`;
  const most = config.specWritesPerMinute;
  const granted = await consumeTokens(database, [{ subject, wanted: 1, most }]);
  if ((granted.get(subject) ?? 0) > 0) return;
  throw new PlatformError(
    'rate_limited',
    `the owner may register and withdraw ${most} specs per minute; retry in a minute`,
    { retryAfterSeconds: 60 },
  );
}

function isAt({ kind, name, version }: SpecPlace) {
  const { specVersions: versions } = tables;
  return and(eq(versions.kind, kind), eq(versions.name, name), eq(versions.version, version));
}

/** Locks a name until the commit, so that its versions change one after the other; returns its owner. */
async function lockName(
  transaction: Executor,
  { kind, name }: Pick<SpecPlace, 'kind' | 'name'>,
): Promise<string | undefined> {
  const { specNames: names } = tables;
  const [row] = await transaction
    .select({ ownerId: names.ownerId })
    .from(names)
    .where(and(eq(names.kind, kind), eq(names.name, name)))
    .for('update');
  return row?.ownerId;
}

/**
 * Gives a name to the owner that registers it first. Another owner learns that the name is in use, and nothing else: a second spec
 * of that name could otherwise be taken for the first by an admin who reads both.
 */
async function claimName(
  transaction: Executor,
  { kind, name }: Pick<SpecPlace, 'kind' | 'name'>,
  ownerId: string,
): Promise<void> {
  await transaction.insert(tables.specNames).values({ kind, name, ownerId }).onConflictDoNothing();
  if ((await lockName(transaction, { kind, name })) === ownerId) return;
  throw new PlatformError('name_taken', `the name ${name} is used by another owner; use another name`, {
    path: 'name',
  });
}

/** Counts withdrawn versions too, because their rows stay. */
async function requireQuota(transaction: Executor, ownerId: string, most: number): Promise<void> {
  const { specNames: names, specVersions: versions } = tables;
  await transaction.execute(sql`select pg_advisory_xact_lock(${quotaLock}, hashtext(${ownerId}))`);
  const [row] = await transaction
    .select({ count: sql<number>`count(*)::integer` })
    .from(versions)
    .innerJoin(names, and(eq(names.kind, versions.kind), eq(names.name, versions.name)))
    .where(eq(names.ownerId, ownerId));
  if ((row?.count ?? 0) < most) return;
  throw new PlatformError(
    'spec_quota_exceeded',
    `the owner has ${most} registered versions, the most that the home allows; raise AGENT_HOME_OWNER_SPEC_VERSIONS`,
  );
}

function withHash(platform: Platform, sha256: string): Pick<Platform, 'act' | 'now'> {
  const { act, now } = platform;
  return act === undefined ? { now } : { act: { ...act, details: { sha256 } }, now };
}
