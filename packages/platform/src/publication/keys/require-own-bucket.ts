import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';
import { objectKey, type RootSet, rootFingerprint } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { notInBucket } from '../outbox/edition-schedule.ts';
import { isHandedOver, verifies } from './hand-over.ts';

/**
 * `foreign_bucket`: the bucket belongs to another home. `emptied_bucket`, `lost_database`: bucket and database do not match,
 * because one of them was emptied or replaced.
 */
export type BucketErrorCode = 'foreign_bucket' | 'bad_hand_over' | 'emptied_bucket' | 'lost_database';

/** Thrown if bucket, database and keys do not belong together. No data was written. */
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
 * Verifies, before a process writes, that the bucket is this home’s by the key list in it, and that the database belongs to it. A
 * second home on one bucket would otherwise replace the first one’s keys.
 * @throws BucketError
 */
export async function requireOwnBucket(
  { store, database }: { store: Store; database: Database },
  rootSet: RootSet,
  options: { handOver?: string | undefined; republish?: boolean | undefined } = {},
): Promise<void> {
  const taken = await requireOwnKeys(store, rootSet, options.handOver);
  // Read after the bucket, since the process that puts the first list has recorded it in the database before.
  const known = await knownKeys(database);
  if (taken === 'own' && known === undefined)
    throw new BucketError(
      'lost_database',
      `the bucket holds this home and the database knows nothing of it: run agent-home restore into it, with a backup or --from-bucket; a home of npm start is restored by agent-home restore FILE --into NEW_FOLDER`,
    );
  // This home moves to this bucket from another one, so all its published objects must be put here.
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

/**
 * Checks by the key list that the bucket belongs to this home.
 * @throws BucketError if it is another home's and was not handed over
 */
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

/** Makes a worker compare the whole bucket with the database, and put missing objects. */
async function orderAll(database: Database): Promise<void> {
  const { publishedObjects, storeEvents } = tables;
  await database.execute(
    sql`insert into ${storeEvents} (event_id, object_key, event_type, occurred_at, outcome)
        select 'republish/' || now()::text || '/' || object_key, object_key, 'Republish', now(), 'check'
        from ${publishedObjects} where confirmed_text is not null and confirmed_etag is distinct from ${notInBucket}
        on conflict do nothing`,
  );
}
