import { type Database, tables } from '@agent-home/database';
import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { objectKey, type RootSet } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { isHandedOver, rootFingerprint, verifies } from './hand-over.ts';

/**
 * `foreign_bucket`: another root’s. `emptied_bucket`, `lost_database`: one of the two is not what the other was left
 * with.
 */
export type BucketErrorCode = 'foreign_bucket' | 'bad_hand_over' | 'emptied_bucket' | 'lost_database';

/** Bucket, database and keys do not belong together. Nothing was written. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly code: BucketErrorCode;

  constructor(code: BucketErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type Store = Pick<ObjectStore, 'get'>;

const key = objectKey('platform_keys');

/**
 * Before a process of a home writes anything: whether the bucket is this home’s, by the key list in it, and whether the
 * database is the one that goes with it. A second home on one bucket would replace the first one’s keys under its readers.
 * @throws BucketError
 */
export async function requireOwnBucket(
  { store, database }: { store: Store; database: Database },
  rootSet: RootSet,
  options: { handOver?: string | undefined; republish?: boolean | undefined } = {},
): Promise<void> {
  const taken = await requireOwnKeys(store, rootSet, options.handOver);
  // Asked after the bucket: whoever puts the first list has noted it before.
  const known = await knownKeys(database);
  if (taken === 'own' && known === undefined)
    throw new BucketError(
      'lost_database',
      `the bucket holds this home and the database knows nothing of it: run agent-home restore into it, with a backup or --from-bucket`,
    );
  // What this home had put in another bucket is owed to this one.
  if (taken === 'handed over' && known?.confirmed != null) return orderAll(database);
  const isGone = taken === 'nobodys' && known?.confirmed != null;
  if (!isGone || (await requireOwnKeys(store, rootSet, options.handOver)) !== 'nobodys') return;
  if (!options.republish)
    throw new BucketError(
      'emptied_bucket',
      `${key} is not in the bucket, where the database says it was put: put the bucket back from a copy, or start a worker with --republish, which puts back what the database has (what agents handed in is gone)`,
    );
  await orderAll(database);
}

/** Whose the bucket is by its key list. @throws BucketError where it is another home’s that has not given it away */
export async function requireOwnKeys(
  store: Store,
  rootSet: RootSet,
  handOver: string | undefined,
): Promise<'own' | 'nobodys' | 'handed over'> {
  const bytes = await bucketKeys(store);
  if (!bytes) return 'nobodys';
  if (verifies(bytes, rootSet)) return 'own';
  if (handOver === undefined)
    throw new BucketError(
      'foreign_bucket',
      `${key} in the bucket is signed by another root: name a bucket of this home’s own, or --take-over a file that agent-home keys hand-over --to ${rootFingerprint(rootSet)} wrote with that root’s keys`,
    );
  if (isHandedOver(handOver, bytes, rootSet)) return 'handed over';
  throw new BucketError(
    'bad_hand_over',
    `the hand-over does not give this bucket, as it is, to the root ${rootFingerprint(rootSet)}`,
  );
}

async function bucketKeys(store: Store): Promise<Uint8Array | undefined> {
  try {
    return (await store.get(key, { maxBytes: 262_144, timeoutMs: 30_000 })).bytes;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    if (error.code === 'not_found') return undefined;
    if (error.code === 'too_large' || error.code === 'not_plain' || error.code === 'content_encoding')
      return new Uint8Array();
    throw error;
  }
}

async function knownKeys(database: Database): Promise<{ confirmed: number | null } | undefined> {
  const { publishedObjects } = tables;
  const [row] = await database
    .select({ confirmed: publishedObjects.confirmedVersion })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return row;
}

/** A worker compares everything that was put with the bucket, and puts back what is not there. */
async function orderAll(database: Database): Promise<void> {
  const { publishedObjects, storeEvents } = tables;
  await database.execute(
    sql`insert into ${storeEvents} (event_id, object_key, event_type, occurred_at, outcome)
        select 'republish/' || now()::text || '/' || object_key, object_key, 'Republish', now(), 'check'
        from ${publishedObjects} where confirmed_text is not null
        on conflict do nothing`,
  );
}
