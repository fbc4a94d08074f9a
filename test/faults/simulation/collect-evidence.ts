import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from '@agent-home/object-store';
import { tables } from '@agent-home/platform/database';
import { objectKey, objectKeyTable, parseObjectKey, verifyPlatformKeys } from '@agent-home/protocol';
import { asc, count } from 'drizzle-orm';
import type { DecidedApproval, Evidence, PublishedRow, RunAtRest } from './checks/evidence.ts';
import { groupBy } from './checks/group-by.ts';
import type { SimulatedHome } from './home/simulated-home.ts';
import { violationsIn } from './pending-work.ts';

const limits = { maxBytes: 4_000_000, timeoutMs: 5_000 };
const at = 8;
const mostReadings = 8;

/**
 * Collects all evidence of a home at rest, except its pending work. The evidence cannot be read at one moment, so it is read again
 * if a late event changed a ledger meanwhile.
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
  // An entry that still has to be put counts as one that is still missing.
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
    runs: await readRuns(home),
    decisions: await readDecisions(home, bucket),
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

async function readRuns({ connection: { database } }: SimulatedHome): Promise<RunAtRest[]> {
  const { runRecords, runs } = tables;
  const records = await database.select().from(runRecords).orderBy(asc(runRecords.seq));
  const texts = groupBy(records, ({ agentId, runId }) => `${agentId} ${runId}`);
  return (await database.select().from(runs)).map(({ agentId, runId, conflict, state }) => ({
    agentId,
    runId,
    texts: (texts.get(`${agentId} ${runId}`) ?? []).map(({ text }) => text),
    isContradicted: conflict !== null,
    state,
  }));
}

async function readDecisions(
  { connection: { database } }: SimulatedHome,
  bucket: ReadonlyMap<string, string>,
): Promise<DecidedApproval[]> {
  const rows = await database.select().from(tables.runApprovals);
  return rows.map(({ agentId, approvalId, state }) => {
    const key = objectKey('run_approval', { agent_id: agentId, approval_id: approvalId });
    const text = bucket.get(key);
    const document = text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
    return {
      agentId,
      approvalId,
      state,
      certified: document && {
        decision: String(document.decision),
        argumentsSha256: String(document.arguments_sha256),
      },
    };
  });
}

/**
 * Omits objects that the home certified or put during the reading, such as presence, because they are in only one of the two
 * readings.
 */
function standing(
  before: readonly PublishedRow[],
  after: readonly PublishedRow[],
  bucket: Map<string, string>,
): Pick<Evidence, 'bucket' | 'published'> {
  const stood = new Map(before.map((row) => [row.objectKey, getStanding(row)]));
  const moved = new Set(
    after.flatMap((row) => (stood.get(row.objectKey) === getStanding(row) ? [] : [row.objectKey])),
  );
  return {
    published: after.filter(({ objectKey }) => !moved.has(objectKey)),
    bucket: new Map([...bucket].filter(([key]) => !moved.has(key))),
  };
}

function getStanding({ version, confirmedVersion }: PublishedRow): string {
  return `${version} ${confirmedVersion}`;
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
