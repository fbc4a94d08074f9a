import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SimulatedHome } from '../../faults/simulation/home/simulated-home.ts';
import { type Blow, makePlan, type Plan } from '../../faults/simulation/plan/make-plan.ts';
import { getStream, shuffled } from '../../faults/simulation/plan/streams.ts';
import { clear } from '../../faults/simulation/plan/weather.ts';
import { describeResult } from '../../faults/simulation/report.ts';
import { runLife } from '../../faults/simulation/run-life.ts';
import { startKillableHome } from '../../support/killable-home.ts';
import { minioAndRedis } from '../../support/minio-surroundings.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = 10;

/** Every round has each of the three faults, in random order. */
function planRounds(): Plan {
  const random = getStream(seed, 'rounds');
  const order = Array.from({ length: rounds }, () => shuffled(random, ['minio', 'redis', 'postgres'])).flat();
  const blows = order.map(
    (part, index): Blow => ({ atMs: 1_000 + index * 700, part, downMs: Math.round(random() * 300) }),
  );
  const seconds = 1 + order.length;
  return {
    ...makePlan({ seed, topics: 14, agents: 8, seconds, hostile: false }),
    spells: [{ atMs: 0, weather: clear }],
    blows,
    everyBlow: true,
  };
}

async function startHomeOnMinio(): Promise<SimulatedHome> {
  let eventUrl = '';
  const home = await startKillableHome(
    async (ground) => {
      const around = await minioAndRedis(ground);
      eventUrl = around.eventUrl;
      const environment = {
        ...around.environment,
        AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
        AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
      };
      return { parts: around.parts, environment };
    },
    {
      moreWorkers: ['worker2'],
      postgresSettings: ['logging_collector=on', 'log_directory=log', 'log_filename=all.log'],
    },
  );
  return {
    ...home,
    guests: [],
    eventUrl,
    // Network faults do not apply to this store: it is only killed.
    setWeather: () => undefined,
    databaseLog: () => readFile(join(home.folder, 'postgres', 'log', 'all.log'), 'utf8'),
  };
}

test('killed MinIO, Redis and PostgreSQL lose nothing', {
  timeout: 400_000,
}, async ({ onTestFailed }) => {
  onTestFailed(() => console.error(`reproduce with SEED=${seed}`));
  const result = await runLife(planRounds(), await startHomeOnMinio());
  console.log(describeResult(result, { full: true }));
  expect(result.findings, describeResult(result, { full: true })).toEqual([]);
  expect(result.figures.killed).toBe(3 * rounds);
  expect(result.figures['put in time']).toBeGreaterThan(20);
});
