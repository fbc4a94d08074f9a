import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { advanceGrowth } from './benches/advance-growth.ts';
import { advanceTopics } from './benches/advance-topics.ts';
import { agentsList } from './benches/agents-list.ts';
import { agentsRoute } from './benches/agents-route.ts';
import { cardReadCached } from './benches/card-read-cached.ts';
import { cardReadVerified } from './benches/card-read-verified.ts';
import { contextAssembly } from './benches/context-assembly.ts';
import { credentialsReused, credentialsSts } from './benches/credentials.ts';
import { eventsApplied } from './benches/events-applied.ts';
import { feedDelivery } from './benches/feed-delivery.ts';
import { floodsOfOneTopic } from './benches/floods-of-one-topic.ts';
import { idleCpu } from './benches/idle-cpu.ts';
import { issueGrowth } from './benches/issue-growth.ts';
import { ledgerJoined } from './benches/ledger-joined.ts';
import { modeBenches, modeLedger } from './benches/modes.ts';
import { projectionRead } from './benches/projection-read.ts';
import { putToState } from './benches/put-to-state.ts';
import { runtimeCalls } from './benches/runtime-calls.ts';
import { runtimeDecide } from './benches/runtime-decide.ts';
import { runtimeGraph, runtimeGraphAgents } from './benches/runtime-graph.ts';
import { runtimeHandoff } from './benches/runtime-handoff.ts';
import { runtimeLog, runtimeReplay } from './benches/runtime-log.ts';
import { sdkFirstLine } from './benches/sdk-first-line.ts';
import { secretSearch } from './benches/secret-search.ts';
import { startHomeBench } from './benches/start-home.ts';
import { costsTable } from './costs/costs-table.ts';
import { type BenchHome, startBenchHome } from './home/bench-home.ts';
import { type BenchResult, measure } from './measure.ts';
import { placeOf, recorded, rowsOf } from './record.ts';
import { tableOf, writeResults } from './report.ts';

const benches = [
  ...[credentialsReused, credentialsSts, cardReadCached, cardReadVerified, ledgerJoined],
  ...[
    putToState,
    eventsApplied,
    advanceTopics,
    floodsOfOneTopic,
    advanceGrowth,
    issueGrowth,
    feedDelivery,
    projectionRead,
    startHomeBench,
    agentsList,
    sdkFirstLine,
    idleCpu,
  ],
  ...[...modeBenches, modeLedger],
  ...[runtimeCalls, runtimeLog, runtimeDecide, runtimeReplay, runtimeHandoff],
  ...[runtimeGraph, runtimeGraphAgents],
  ...[agentsRoute, secretSearch, contextAssembly],
];
const folder = fileURLToPath(new URL('../../bench', import.meta.url));

const command = new Command('bench')
  .description('Measures the home against its floors; prints a table and writes bench/results.json')
  .option('--short', 'a few samples: shows that it works')
  .option('--only <names>', 'comma-separated names of benches')
  .option(
    '--costs',
    'also prints what an operation costs: processor time, commits, statements, store requests',
  )
  .option(
    '--warm-up <seconds>',
    'how long the homes of idle_cpu are left alone before they are measured',
    Number,
  )
  .option('--record', 'adds a row for each bench to docs/performance.md')
  .option('--profile', 'CPU profiles of the home’s processes into bench/profiles')
  .parse();
const options = command.opts<{
  short?: true;
  only?: string;
  profile?: true;
  costs?: true;
  record?: true;
  warmUp?: number;
}>();
const names = options.only?.split(',') ?? benches.flatMap((bench) => (bench.onlyByName ? [] : [bench.name]));
for (const name of names) {
  if (!benches.some((bench) => bench.name === name)) command.error(`there is no bench called ${name}`);
}

const short = options.short ?? false;
let home: Promise<BenchHome> | undefined;
const openHome = () => {
  home ??= startBenchHome({ short, ...(options.profile ? { profiles: `${folder}/profiles` } : {}) });
  return home;
};
const results: BenchResult[] = [];
try {
  for (const bench of benches.filter((one) => names.includes(one.name))) {
    console.error(`${bench.name} …`);
    results.push(
      await measure(bench, {
        short,
        home: openHome,
        syncs: options.costs ?? options.record ?? false,
        warmUpSeconds: options.warmUp,
      }),
    );
  }
} finally {
  await (await home)?.close();
}
console.log(`\n${tableOf(benches, results)}\n`);
if (options.costs) console.log(`${costsTable(results)}\n`);
console.log(`written to ${await writeResults(folder, results)}`);
if (options.record) {
  const document = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));
  const rows = rowsOf(results, placeOf(new Date(), fileURLToPath(new URL('.', import.meta.url))));
  await writeFile(document, recorded(await readFile(document, 'utf8'), rows));
}
