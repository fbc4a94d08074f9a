import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/database';
import { findMode } from '@agent-home/modes';
import type { ObjectStore } from '@agent-home/object-store';
import { objectKeyTable, parseObjectKey, verifyPlatformKeys } from '@agent-home/protocol';
import { and, asc, count, isNull, ne, sql } from 'drizzle-orm';
import type { Evidence, PublishedRow } from './checks/evidence.ts';
import type { SimulatedHome } from './home/simulated-home.ts';

const limits = { maxBytes: 4_000_000, timeoutMs: 5_000 };
const graceMs = 2_000;
const at = 8;
/** The sweep looks at open keys every second or two. */
const sweepLateSeconds = 8;

const mostReadings = 8;

/**
 * Everything the home is judged by once it stands still, but for what it owed when it was to. It cannot be read at one
 * moment: where a late event moved a ledger meanwhile, it is read again.
 */
export async function collectEvidence(home: SimulatedHome): Promise<Omit<Evidence, 'waiting'>> {
  for (let reading = 1; ; reading += 1) {
    const before = await countEntries(home);
    const evidence = await readEvidence(home);
    if (evidence.ledger.length === before || reading === mostReadings) return evidence;
    await delay(500);
  }
}

async function countEntries({ connection: { database } }: SimulatedHome): Promise<number> {
  const [owed] = await database.select({ number: count() }).from(tables.outbox);
  const [entries] = await database.select({ number: count() }).from(tables.ledgerEntries);
  // An entry that has still to be put counts as one that is yet to come.
  return (entries?.number ?? 0) + (owed?.number ? 1 : 0);
}

async function readEvidence(home: SimulatedHome): Promise<Omit<Evidence, 'waiting'>> {
  const { database } = home.connection;
  const { ledgerEntries, publishedObjects, topics } = tables;
  const before = await database.select().from(publishedObjects);
  const bucket = await readBucket(home.store);
  const keys = bucket.get('platform/keys.json') ?? '';
  return {
    ledger: await database
      .select()
      .from(ledgerEntries)
      .orderBy(asc(ledgerEntries.topicId), asc(ledgerEntries.sequence)),
    topics: await database.select().from(topics),
    ...standing(before, await database.select().from(publishedObjects), bucket),
    trust: verifyPlatformKeys({
      bytes: new TextEncoder().encode(keys),
      pinned: home.rootSet,
      seen: undefined,
    }),
    now: new Date(),
    violations: violationsIn(await home.databaseLog()),
    unexpectedExits: home.unexpectedExits(),
  };
}

/** Without what the home certified or put while it was being read, as presence: that was seen neither before nor after. */
function standing(
  before: readonly PublishedRow[],
  after: readonly PublishedRow[],
  bucket: Map<string, string>,
): Pick<Evidence, 'bucket' | 'published'> {
  const stood = new Map(before.map((row) => [row.objectKey, standingOf(row)]));
  const moved = new Set(
    after.flatMap((row) => (stood.get(row.objectKey) === standingOf(row) ? [] : [row.objectKey])),
  );
  return {
    published: after.filter(({ objectKey }) => !moved.has(objectKey)),
    bucket: new Map([...bucket].filter(([key]) => !moved.has(key))),
  };
}

function standingOf({ version, confirmedVersion }: PublishedRow): string {
  return `${version} ${confirmedVersion}`;
}

/** What the home still owes to anybody, by what it is. */
export async function whatWaits({
  connection: { database },
}: SimulatedHome): Promise<Record<string, number>> {
  const { failures, outbox, tickets, topics } = tables;
  const [owed] = await database.select({ number: count() }).from(outbox);
  const [unseen] = await database
    .select({ number: count() })
    .from(tickets)
    .where(
      sql`${isNull(tickets.closedAt)} and ${tickets.sweepAt} < now() - make_interval(secs => ${sweepLateSeconds})`,
    );
  // What its author made unreadable stays a dead letter; everything else that failed for a moment has to be done by now.
  const [failed] = await database
    .select({ number: count() })
    .from(failures)
    .where(and(isNull(failures.settledAt), ne(failures.kind, 'input'), ne(failures.kind, 'event')));
  const states = await database
    .select({
      mode: topics.mode,
      version: topics.modeVersion,
      state: topics.state,
      summaryDue: topics.summaryDue,
    })
    .from(topics);
  const overdue = states.filter(({ mode, version, state }) => {
    const deadline = findMode(mode, version)?.deadline(JSON.parse(state));
    return deadline !== undefined && Date.parse(deadline) + graceMs < Date.now();
  });
  return {
    'objects to publish': owed?.number ?? 0,
    'keys nobody looked at': unseen?.number ?? 0,
    'windows that are over': overdue.length,
    'work that failed': failed?.number ?? 0,
    'summaries to write': states.filter(({ summaryDue }) => summaryDue).length,
  };
}

async function readBucket(store: ObjectStore): Promise<Map<string, string>> {
  const found: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await store.list('', { limit: 1000, ...(after === undefined ? {} : { after }) });
    found.push(...page.objects.map(({ key }) => key));
    after = page.next;
    more = after !== undefined;
  }
  const own = found.filter((key) => {
    const place = parseObjectKey(key);
    return place && objectKeyTable[place.kind].owner === 'platform';
  });
  const bucket = new Map<string, string>();
  for (let start = 0; start < own.length; start += at)
    await Promise.all(
      own.slice(start, start + at).map(async (key) => {
        const { bytes } = await store.get(key, limits);
        bucket.set(key, new TextDecoder().decode(bytes));
      }),
    );
  return bucket;
}

/** The queue's own tables are none of ours. */
function violationsIn(log: string): string[] {
  return log
    .split('\n')
    .flatMap((line, index, all) =>
      /ERROR: .*violates .*constraint/.test(line) && !line.includes('bullmq')
        ? [[line, ...all.slice(index + 1, index + 3)].join(' ').slice(0, 400)]
        : [],
    );
}
