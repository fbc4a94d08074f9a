import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { advanceGrowth } from './benches/advance-growth.ts';
import { advanceTopics } from './benches/advance-topics.ts';
import { agentsList } from './benches/agents-list.ts';
import { agentsRoute } from './benches/agents-route.ts';
import { agnoBridge } from './benches/agno-bridge.ts';
import { askFirstText, askFirstToken } from './benches/ask-first-text.ts';
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
import { mcpCall } from './benches/mcp-call.ts';
import { modeBenches, modeLedger } from './benches/modes.ts';
import { projectionRead } from './benches/projection-read.ts';
import { putToState } from './benches/put-to-state.ts';
import { runMirror, runRead } from './benches/runs.ts';
import { runtimeCalls, runtimeCallsUnwritten } from './benches/runtime-calls.ts';
import { runtimeDecide } from './benches/runtime-decide.ts';
import { runtimeGraph, runtimeGraphAgents } from './benches/runtime-graph.ts';
import { runtimeHandoff, runtimeHandoffUnwritten } from './benches/runtime-handoff.ts';
import { runtimeLog, runtimeReplay } from './benches/runtime-log.ts';
import { sdkFirstLine } from './benches/sdk-first-line.ts';
import { secretSearch } from './benches/secret-search.ts';
import { startHomeBench } from './benches/start-home.ts';
import { costsTable } from './costs/costs-table.ts';
import { type BenchHome, startBenchHome } from './home/bench-home.ts';
import { LoadWatch } from './load/load-watch.ts';
import { describeLoad } from './load/machine-load.ts';
import { readLoad } from './load/read-load.ts';
import { type Bench, type BenchResult, measure } from './measure.ts';
import { getCommit } from './place.ts';
import { requireRecordable, writeRecord } from './recorded/record-file.ts';
import { toDocument, toTable, writeResults } from './report.ts';
import { BenchSetupError } from './setup-missing.ts';

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
    runMirror,
    runRead,
    startHomeBench,
    agentsList,
    askFirstText,
    askFirstToken,
    sdkFirstLine,
    idleCpu,
  ],
  ...[...modeBenches, modeLedger],
  ...[runtimeCalls, runtimeCallsUnwritten, runtimeLog, runtimeDecide, runtimeReplay],
  ...[mcpCall, agnoBridge, runtimeHandoff, runtimeHandoffUnwritten],
  ...[runtimeGraph, runtimeGraphAgents],
  ...[agentsRoute, secretSearch, contextAssembly],
];
const folder = fileURLToPath(new URL('../../../bench', import.meta.url));

const command = new Command('npm run bench --')
  .description('Measure the home against its floors; print a table and write bench/results.json')
  .option('--short', 'take a few samples: shows that the benches work')
  .option('--only <names>', 'comma-separated names of benches')
  .option(
    '--wait <seconds>',
    'how long each bench may wait for a quiet machine (default: 120, with --short 0)',
    parseSeconds,
  )
  .option(
    '--costs',
    'print the costs of an operation too: processor time, commits, statements, store requests',
  )
  .option('--warm-up <seconds>', 'idle time of the homes of idle_cpu before they are measured', parseSeconds)
  .option('--record', 'write the run to test/performance/recorded, for docs/performance.md')
  .option('--mirroring', 'let residents mirror runs into the home during all benches')
  .option('--profile', 'write CPU profiles of the home’s processes to bench/profiles')
  .addHelpText(
    'after',
    `
Measurements with options of their own (add --help):
  npm run bench -- growth          a home of a million agents beside a small one
  npm run bench -- page            the web UI in Chromium
  npm run bench -- feed-waiting    memory and latency of 10,000 waiting agents

Example:
  npm run bench -- --only credentials_reused,put_to_state --wait 300`,
  )
  .parse();
const options = command.opts<{
  short?: true;
  only?: string;
  wait?: number;
  profile?: true;
  mirroring?: true;
  costs?: true;
  record?: true;
  warmUp?: number;
}>();
const names = options.only?.split(',') ?? benches.flatMap((bench) => (bench.onlyByName ? [] : [bench.name]));
for (const name of names) {
  if (!benches.some((bench) => bench.name === name))
    command.error(`no bench is called ${name}; names: ${benches.map((bench) => bench.name).join(', ')}`);
}

const chosen = benches.filter((one) => names.includes(one.name) && hasSetup(one));

const short = options.short ?? false;
const waitSeconds = options.wait ?? (short ? 0 : 120);
const run = {
  measuredAt: new Date(),
  commit: getCommit(fileURLToPath(new URL('.', import.meta.url))),
  short,
};
// Checked before hours of measuring instead of afterwards.
if (options.record) requireRecordable(run);
let home: Promise<BenchHome> | undefined;
const openHome = () => {
  home ??= startBenchHome({
    short,
    mirroring: options.mirroring ?? false,
    ...(options.profile ? { profiles: `${folder}/profiles` } : {}),
  });
  return home;
};
const results: BenchResult[] = [];
try {
  for (const bench of chosen) {
    console.error(`${bench.name} …`);
    results.push(
      await measure(
        bench,
        {
          short,
          home: openHome,
          syncs: options.costs ?? options.record ?? false,
          warmUpSeconds: options.warmUp,
        },
        new LoadWatch({ read: readLoad, delay }, waitSeconds, (load) =>
          console.error(`  waits for a quiet machine: ${describeLoad(load)}`),
        ),
      ),
    );
  }
} finally {
  await (await home)?.close();
}
const document = toDocument(results, run);
console.log(`\n${toTable(results)}\n`);
if (options.costs) console.log(`${costsTable(results)}\n`);
console.log(`Wrote ${await writeResults(folder, document)}`);
if (options.record) console.log(`Wrote ${await writeRecord(document)}; run npm run generate -- performance`);

/** Returns false for a bench whose program is missing. A bench that is chosen by name fails then, before any is measured. */
function hasSetup(bench: Bench): boolean {
  try {
    bench.requireSetup?.();
    return true;
  } catch (error) {
    if (!(error instanceof BenchSetupError)) throw error;
    const problem = `${bench.name} cannot be measured: ${error.message} [${error.code}]`;
    if (options.only !== undefined) command.error(problem);
    console.error(problem);
    return false;
  }
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds >= 0)) throw new InvalidArgumentError('pass a number of seconds.');
  return seconds;
}
