import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { requireAllGranted } from '../benches/issue-growth.ts';
import type { HomeSize } from '../home/home-size.ts';
import { type GrownHome, startHomes } from '../home/two-homes.ts';
import { watchWholeRun } from '../load/whole-run.ts';
import { placeOf } from '../place.ts';
import { everything } from './everything.ts';
import { type GrowthMeasure, percentile } from './measures.ts';

// Compares the operations of a home with a million agents and of a small one, in turn. Runs only by name:
// filling it needs minutes and some 20 GB of disk.

const history = { entriesOfTopic: 100, toldOfTopic: 20 };
const open = 50;
const whole: HomeSize = { agents: 1_000_000, topics: 100_000, circles: 50_000, open, history };
/**
 * A hundredth of the large home, so that all ratios and the size of a page are equal in both: a longer response would not show
 * growth.
 */
const small: HomeSize = { agents: 10_000, topics: 1_000, circles: 500, open, history };
const target = 1.2;
/** Settings that an operator with 16 GiB would choose; the rest are PostgreSQL's defaults, without a log for replication. */
const postgresSettings = [
  ...['shared_buffers=2GB', 'max_wal_size=4GB', 'wal_level=minimal', 'max_wal_senders=0'],
  'wal_keep_size=0',
];

const command = new Command('npm run bench -- growth')
  .description('Measure a home of a million agents against a small one')
  .option('--scale <factor>', 'size of the large home: 0.01 shows that it works', Number, 1)
  .option('--rounds <number>', 'how often everything is done in each home', Number, 5)
  .option('--only <text>', 'measure only names that begin with this')
  .parse();
const { scale, rounds, only } = command.opts<{ scale: number; rounds: number; only?: string }>();
const size: HomeSize = {
  ...whole,
  agents: Math.round(whole.agents * scale),
  topics: Math.round(whole.topics * scale),
  circles: Math.round(whole.circles * scale),
};
const started = performance.now();
const endWatch = watchWholeRun();
const seconds = () => Math.round((performance.now() - started) / 1000);

const homes = await startHomes({ grown: size, modest: small }, postgresSettings);
try {
  const filledAfter = seconds();
  const bytes = await databaseBytes(homes.grown);
  console.error(`filled after ${filledAfter} s: ${(bytes / 1e9).toFixed(1)} GB`);
  for (const one of [homes.grown, homes.modest]) await requireAllGranted(one);
  const measures = everything().filter(({ name }) => name.startsWith(only ?? ''));
  const results = [];
  for (const measure of measures) results.push(await compare(measure));
  const { load, busy, text } = endWatch();
  print(results, busy);
  console.log(`machine: ${text}`);
  const folder = fileURLToPath(new URL('../../../../bench', import.meta.url));
  await mkdir(folder, { recursive: true });
  const place = placeOf(new Date(), fileURLToPath(new URL('.', import.meta.url)));
  const document = {
    ...place,
    load,
    busy,
    size,
    small,
    filled_after_seconds: filledAfter,
    seconds: seconds(),
    bytes,
    results,
  };
  await writeFile(`${folder}/growth.json`, `${JSON.stringify(document, undefined, 2)}\n`);
  console.log(`took ${seconds()} s; written to bench/growth.json`);
} finally {
  await homes.close();
}

/** Alternates between large and small, and swaps the order every round, so that other load on the machine affects both. */
async function compare(measure: GrowthMeasure) {
  const took = { grown: [] as number[], modest: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? (['grown', 'modest'] as const) : (['modest', 'grown'] as const);
    for (const side of order) {
      const latencies = await measure.latencies(homes[side], round);
      // The first round is not counted, because its one-time costs, such as plans, do not grow.
      if (round > 0) took[side].push(...latencies);
    }
  }
  const of = (share: number) => ({
    large: percentile(took.grown, share),
    small: percentile(took.modest, share),
  });
  const [p50, p95] = [of(0.5), of(0.95)];
  const result = { name: measure.name, count: took.grown.length, p50, p95, ratio: p95.large / p95.small };
  console.error(
    `${measure.name}: ${p95.large.toFixed(1)} / ${p95.small.toFixed(1)} ms = ${result.ratio.toFixed(2)}`,
  );
  return result;
}

/** On a busy machine the measurement neither passes nor fails. */
function print(results: Awaited<ReturnType<typeof compare>>[], busy: boolean): void {
  console.log('| what | p50 large | p50 small | p95 large | p95 small | ratio |');
  console.log('|---|---|---|---|---|---|');
  for (const { name, p50, p95, ratio } of results) {
    const figures = [p50.large, p50.small, p95.large, p95.small].map((ms) => ms.toFixed(1));
    console.log(
      `| ${[name, ...figures, `${ratio.toFixed(2)}${busy ? ' busy' : ratio > target ? ' MISSED' : ''}`].join(' | ')} |`,
    );
  }
}

async function databaseBytes({ home }: GrownHome): Promise<number> {
  const [row] = await home.open.platform.database.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database())::text as bytes`,
  );
  return Number(row?.bytes);
}
