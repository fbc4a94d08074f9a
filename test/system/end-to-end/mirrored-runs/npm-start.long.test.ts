import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RunList } from '@agent-home/http-contract';
import { freePort } from '@agent-home/local-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../../support/child-process.ts';
import { eventually } from '../../../support/eventually.ts';
import { copyOf, getRuns } from '../../../support/mirrored-runs.ts';
import { measuredTimeFactor } from '../../../support/time-factor.ts';

let folder: string;
let home: AgentHomeProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  home = new AgentHomeProcess(['up'], {
    AGENT_HOME_DATA: `${folder}/data`,
    AGENT_HOME_PORT: String(port),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
    AGENT_HOME_RESIDENTS_PACE: '0.1',
    HOME: folder,
  });
  await home.start();
});
afterAll(async () => {
  await home?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the residents of npm start mirror their runs, also after kill -9', {
  timeout: 240_000 * measuredTimeFactor(),
}, async () => {
  const token = (JSON.parse(await readFile(`${folder}/data/secrets.json`, 'utf8')) as { adminToken: string })
    .adminToken;
  const ended = async (least: number) => {
    const list = await getRuns<RunList>({ url }, token, '/v1/runs?state=answered&limit=200');
    expect(list.total).toBeGreaterThanOrEqual(least);
    return list;
  };
  const before = await eventually(() => ended(2), 120_000);
  expect(before.values.agents).toEqual(expect.arrayContaining(['lantern']));
  await home.kill();
  await home.start();
  const after = await eventually(() => ended(before.total + 2), 120_000);
  for (const { run_id, agent_id } of after.items) {
    const log = await readFile(`${folder}/data/runs/${run_id}/log.jsonl`, 'utf8');
    expect(await copyOf({ url }, token, run_id), agent_id).toEqual(log.split('\n').slice(0, -1));
  }
  expect(home.log).not.toMatch(/not mirrored|refused records/);
});
