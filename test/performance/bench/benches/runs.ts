import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '@agent-home/platform';
import { type AgentHome, connect } from '@agent-home/sdk';
import type { Meter } from '../costs/meter.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { BenchHome } from '../home/bench-home.ts';
import { startFloorWorker } from '../home/floor-worker.ts';
import { type SampleRun, sampleRun } from '../home/sample-run.ts';
import { type Bench, ratePerSecond } from '../measure.ts';
import { readAll } from '../read-all.ts';

/** Records of one batch, as residents send them. */
const batchSize = 200;
/** Agents that mirror at once. */
const senders = 4;
const readers = 16;

/**
 * Mirrors runs of several agents at once: signed batches over HTTP, each verified line by line. Runs are sealed beforehand, as agents
 * do on their machines.
 */
export const runMirror: Bench = {
  name: 'run_mirror',
  unit: 'records/s',
  floorName: 'PostgreSQL transactions with the same rows, by the same number of connections',
  target: { atLeast: 0.4 },
  pairs: { full: 7, short: 1 },
  async open(context) {
    const home = await context.home();
    const floor = await startFloorWorker(home);
    await floor.perform({ kind: 'open_run_rows', lanes: senders });
    const meters = { value: home.homeMeter(), floor: floor.meter };
    const agents = await connectSenders(home);
    const each = context.short ? 2 : 10;
    const newRuns = () =>
      [...agents.keys()].map((agentId) => Array.from({ length: each }, () => sampleRun(agentId)));
    return {
      meters,
      async value() {
        const runs = newRuns();
        const records = countRecords(runs.flat());
        return meters.value.measure(records, () =>
          ratePerSecond(records, async () => {
            await Promise.all(runs.map((own) => sendAll(agents, own)));
          }),
        );
      },
      async floor() {
        const runs = newRuns();
        const records = countRecords(runs.flat());
        const task = { kind: 'run_rows', runs, batchSize } as const;
        const [took = Number.NaN] = await meters.floor.measure(records, () => floor.perform(task));
        return (records * 1000) / took;
      },
      async close() {
        await floor.close();
        await Promise.all([...agents.values()].map((agent) => agent.close()));
      },
    };
  },
};

/** Reads a page of records of a mirrored run as an admin, with the checks of every request. */
export const runRead: Bench = {
  name: 'run_read',
  unit: 'reads/s',
  floorName: 'a file of the same size by @fastify/static, in a process of its own',
  target: { atLeast: 0.4 },
  pairs: { full: 9, short: 1 },
  async open(context) {
    const home = await context.home();
    const agents = await connectSenders(home);
    const [agentId = ''] = agents.keys();
    const run = sampleRun(agentId);
    await sendAll(agents, [run]);
    await Promise.all([...agents.values()].map((agent) => agent.close()));
    const { token } = await createToken(home.open.platform, { role: 'admin', label: 'bench' });
    const path = `/v1/runs/${run.runId}/records?limit=${run.lines.length}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${home.url}${path}`, { headers });
    const body = new Uint8Array(await answer.arrayBuffer());
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-static-'));
    await writeFile(join(folder, 'records.json'), body);
    const server = await forkTypeScript<{ port: number }>(new URL('../static-server.ts', import.meta.url), [
      folder,
    ]);
    const reads = context.short ? 200 : 4_000;
    const meters = { value: home.homeMeter(), floor: home.floorMeter(server.child.pid) };
    const read = (meter: Meter, origin: string, one: string) =>
      meter.measure(reads, () =>
        readAll(
          origin,
          Array.from({ length: reads }, () => one),
          readers,
          body.length,
          headers,
        ),
      );
    return {
      meters,
      value: () => read(meters.value, home.url, path),
      floor: () => read(meters.floor, `http://127.0.0.1:${server.ready.port}`, '/records.json'),
      async close() {
        await endFork(server.child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

async function connectSenders(home: BenchHome): Promise<Map<string, AgentHome>> {
  const agents = new Map<string, AgentHome>();
  for (const { agentId, secretKey } of home.agents.slice(0, senders)) {
    const rootSet = home.open.keys.rootSet;
    agents.set(agentId, await connect({ url: home.url, rootSet, secretKey, agentId }));
  }
  return agents;
}

async function sendAll(agents: ReadonlyMap<string, AgentHome>, runs: readonly SampleRun[]): Promise<void> {
  for (const { agentId, runId, lines } of runs)
    for (let from = 0; from < lines.length; from += batchSize) {
      const records = lines.slice(from, from + batchSize);
      const next = await agents.get(agentId)?.sendRunRecords(runId, { fromSeq: from, records });
      if (next !== from + records.length) throw new Error(`the home expects record ${next} of ${runId}`);
    }
}

function countRecords(runs: readonly SampleRun[]): number {
  return runs.reduce((sum, { lines }) => sum + lines.length, 0);
}
