import postgres from 'postgres';
import { openHomeStore } from '../../../../apps/cli/src/home/compose/open-store.ts';
import { readSettings } from '../../../../apps/cli/src/home/configuration/read-settings.ts';
import { openAdvanceRows } from './advance-rows.ts';
import { openRunRows } from './run-rows.ts';
import type { SampleRun } from './sample-run.ts';

// Work of the floors of PostgreSQL and the store, in a process of its own like the home's, so its processor
// time is separate from the client's.

/** Task of one floor. */
export type FloorTask =
  | { kind: 'open_rows'; topics: number }
  /** So many transactions, over so many connections at once. */
  | { kind: 'advance'; inputs: number; topics: number; lanes: number }
  /** Each object at a time, as an input's way is by hand. */
  | { kind: 'by_hand'; keys: string[] }
  | { kind: 'feed'; agentIds: string[]; pageSize: number; lanes: number }
  | { kind: 'open_run_rows'; lanes: number }
  /** Runs of each agent, which are written one after another; agents at once. */
  | { kind: 'run_rows'; runs: SampleRun[][]; batchSize: number }
  | { kind: 'close' };

/** Milliseconds in total, or for each object. */
export type FloorAnswer = { took: number[] } | { failed: string };

const environment = JSON.parse(process.argv[2] ?? '') as Record<string, string>;
const settings = readSettings(environment);
const { store } = openHomeStore(settings.store, settings.platformKey);
const stateBytes = Buffer.alloc(1_000, ' ');
const json = { contentType: 'application/json' };
let rows: Awaited<ReturnType<typeof openAdvanceRows>> | undefined;
let client: postgres.Sql | undefined;
let runRows: Awaited<ReturnType<typeof openRunRows>> | undefined;

async function perform(task: FloorTask): Promise<number[]> {
  if (task.kind === 'open_rows') {
    rows = await openAdvanceRows(settings.databaseUrl, task.topics);
    return [];
  }
  if (task.kind === 'open_run_rows') {
    runRows = await openRunRows(settings.databaseUrl, task.lanes);
    return [];
  }
  if (task.kind === 'run_rows') {
    const { runs, batchSize } = task;
    return [
      await timed(() =>
        inLanes(runs, runs.length, async (own) => {
          for (const run of own) await runRows?.commitRun(run, batchSize);
        }),
      ),
    ];
  }
  if (task.kind === 'close') {
    await rows?.close();
    await runRows?.close();
    await client?.end({ timeout: 5 });
    return [];
  }
  if (task.kind === 'advance') {
    const inputs = Array.from({ length: task.inputs }, (_, index) => index % task.topics);
    return [await timed(() => inLanes(inputs, task.lanes, (topic) => opened().commitAdvance(topic)))];
  }
  if (task.kind === 'by_hand') {
    const took: number[] = [];
    for (const key of task.keys) took.push(await timed(() => inputByHand(key)));
    return took;
  }
  const sql = client ?? postgres(settings.databaseUrl, { max: task.lanes, fetch_types: false });
  client = sql;
  return [
    await timed(() => inLanes(task.agentIds, task.lanes, (agentId) => readPage(sql, agentId, task.pageSize))),
  ];
}

async function inputByHand(key: string): Promise<void> {
  await opened().commitEvent();
  await store.get(key, { maxBytes: 32_768, timeoutMs: 3_000 });
  await opened().commitAdvance(0);
  await store.put('topics/by-hand/ledger/0000000001.json', stateBytes, json);
  await store.put('topics/by-hand/summary.json', stateBytes, json);
}

async function readPage(sql: postgres.Sql, agentId: string, pageSize: number): Promise<void> {
  const page = await sql`
    select event.id, event.event_type, event.topic_id, event.object_key, event.occurred_at, event.payload
    from feed_events as event join topic_participants as known using (topic_id)
    where known.agent_id = ${agentId} and event.agent_id is null
    order by event.transaction, event.id limit ${pageSize}`;
  for (const row of page) JSON.parse(String(row.payload));
  if (page.length !== pageSize) throw new Error(`${page.length} events where ${pageSize} wait`);
}

function opened(): NonNullable<typeof rows> {
  if (!rows) throw new Error('there are no rows yet');
  return rows;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function inLanes<Item>(
  items: Item[],
  lanes: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

process.on('message', (task: FloorTask) => {
  perform(task).then(
    (took) => process.send?.({ took } satisfies FloorAnswer),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies FloorAnswer),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
