import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentHealth, AlertState } from '@agent-home/http-contract';
import { writeBackup } from '@agent-home/platform';
import { objectKey } from '@agent-home/protocol';
import { FileRunStore } from '@agent-home/runtime-node';
import { mirrorRuns } from '@agent-home/runtime-node/resident';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalOf } from '../../../support/approval-request.ts';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { newOwner } from '../../../support/look.ts';
import { agentOf, copyOf, getRuns } from '../../../support/mirrored-runs.ts';
import { getAnswer, type RawAgent } from '../../../support/raw-agent.ts';
import { type RestorableHome, startRestorableHome } from '../../../support/restorable-home.ts';
import { linesOf, sealRun } from '../../../support/sealed-run.ts';
import { textAt } from '../tamper/bucket-and-database.ts';

let home: RestorableHome;
let file: string;
let owner: string;
let agent: RawAgent;

beforeAll(async () => {
  home = await startRestorableHome();
  file = `${home.folder}/home.backup`;
  owner = await newOwner(home, 'olga');
  agent = await agentOf(home, 'ada', owner);
}, 60_000);
afterAll(() => home.close());

const idOf = (digit: string) => `ask_${digit.repeat(32)}`;
const keyOf = (approvalId: string) => objectKey('run_approval', { agent_id: 'ada', approval_id: approvalId });

async function call(method: string, path: string, body: object) {
  const headers = { ...bearer(owner), 'content-type': 'application/json' };
  return getAnswer(await fetch(`${home.url}${path}`, { method, headers, body: JSON.stringify(body) }));
}
const decide = (approvalId: string, decision: 'approve' | 'deny') =>
  call('POST', `/v1/agents/ada/approvals/${approvalId}/decision`, {
    decision,
    arguments_sha256: approvalOf(approvalId).arguments_sha256,
  });
const certified = (approvalId: string) =>
  eventually(() => textAt(home.open.platform.store, keyOf(approvalId)), 20_000);

async function backUp(): Promise<void> {
  await rm(file, { force: true });
  await writeBackup(home.settings.databaseUrl, file, { now: new Date() });
}
async function restore(): Promise<void> {
  await home.stop();
  await home.restore(file);
  await home.start();
  await home.giveToken();
}

test('a decision is not repeated and opens no other call after a restore', { timeout: 120_000 }, async () => {
  const later = { now: new Date(Date.now() + 3_600_000) };
  const requests = ['1', '2', '3'].map((digit) =>
    approvalOf(idOf(digit), { ...later, run_id: `run_${digit}` }),
  );
  const [denied, early, lost] = requests;
  for (const request of [denied, early])
    expect((await agent.call('POST', '/v1/approvals', request)).status).toBe(201);
  await decide(idOf('2'), 'approve');
  await certified(idOf('2'));
  await backUp();
  // The backup has the first question as pending, and not the third.
  expect((await agent.call('POST', '/v1/approvals', lost)).status).toBe(201);
  expect((await decide(idOf('1'), 'deny')).status).toBe(200);
  expect((await decide(idOf('3'), 'deny')).status).toBe(200);
  const before = [await certified(idOf('1')), await certified(idOf('2')), await certified(idOf('3'))];
  await published(home);
  await restore();

  for (const [digit, state] of [
    ['1', 'denied'],
    ['2', 'approved'],
    ['3', 'denied'],
  ] as const) {
    const request = requests[Number(digit) - 1];
    expect((await agent.call('POST', '/v1/approvals', request)).body).toMatchObject({ state });
    expect((await decide(idOf(digit), 'approve')).status).toBe(409);
  }
  // The same id for another call is refused, and so is the certificate at another key.
  const other = { ...early, tool_call_id: 'call_2' };
  expect((await agent.call('POST', '/v1/approvals', other)).status).toBe(422);
  const fourth = approvalOf(idOf('4'), { ...later, run_id: 'run_4' });
  const bytes = new TextEncoder().encode(before[1]);
  await home.open.platform.store.put(keyOf(idOf('4')), bytes, { contentType: 'application/json' });
  await restore();
  expect((await agent.call('POST', '/v1/approvals', fourth)).body).toMatchObject({ state: 'pending' });
  expect((await decide(idOf('4'), 'deny')).body).toMatchObject({ state: 'denied' });
  await published(home);
  expect(JSON.parse(await certified(idOf('4')))).toMatchObject({ run_id: 'run_4', decision: 'deny' });
  const after = [await certified(idOf('1')), await certified(idOf('2')), await certified(idOf('3'))];
  expect(after).toEqual(before);
});

test('runs, health and alert rules survive a restore', { timeout: 120_000 }, async () => {
  const eve = await agentOf(home, 'eve', owner);
  for (const runId of ['run_health_a', 'run_health_b', 'run_health_c']) {
    const records = linesOf(sealRun({ runId, agentId: 'eve', failedWith: 'model_unavailable' }));
    expect((await eve.call('POST', `/v1/runs/${runId}/records`, { from_seq: 0, records })).status).toBe(200);
  }
  const rules = { url: 'https://hooks.example/agents', failing: false, silent_minutes: 60, approvals: true };
  expect((await call('PUT', '/v1/alerts', rules)).status).toBe(200);
  const read = async () => ({
    alerts: (await getRuns<AlertState>(home, owner, '/v1/alerts')).rules,
    health: await getRuns<AgentHealth>(home, owner, '/v1/agents/eve/health'),
    copies: await Promise.all(
      ['run_health_a', 'run_health_b', 'run_health_c'].map((runId) => copyOf(home, owner, runId)),
    ),
  });
  const before = await read();
  expect(before.health).toMatchObject({ failing: { failed_runs: 3 } });
  await backUp();
  await restore();
  expect(await read()).toEqual(before);
});

test('a mirror sends again what a restored home lacks', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-store-'));
  const key = randomBytes(32);
  const store = new FileRunStore(join(folder, 'runs'), { key: () => key });
  const stopping = new AbortController();
  const logged: string[] = [];
  const homeUrl = 'http://home.example';
  const write = async (runId: string, part?: number) => {
    const records = sealRun({ runId, agentId: 'ada', home: homeUrl });
    const writer = await store.create(runId);
    const append = async (some: typeof records) => {
      for (const { line, beside } of some) await writer.append([line], beside);
    };
    await append(records.slice(0, part));
    return {
      lines: linesOf(records),
      finish: async () => {
        if (part !== undefined) await append(records.slice(part));
        await writer.close();
      },
    };
  };
  const sendRunRecords = async (runId: string, { fromSeq, records, values = [] }: Batch) => {
    const body = { from_seq: fromSeq, records, ...(values.length === 0 ? {} : { values }) };
    const answer = await agent.call('POST', `/v1/runs/${runId}/records`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return Number(answer.body.next_seq);
  };
  const mirroring = mirrorRuns({
    ...{
      home: { sendRunRecords: (runId, batch = { fromSeq: 0, records: [] }) => sendRunRecords(runId, batch) },
    },
    ...{ homeUrl, agentId: 'ada', store, pollMs: 20, checkMs: 20, signal: stopping.signal },
    file: join(folder, 'mirrored-runs'),
    log: (message) => void logged.push(message),
  });
  try {
    const runs = new Map([['run_m1', await write('run_m1')]]);
    await runs.get('run_m1')?.finish();
    runs.set('run_m2', await write('run_m2', 2));
    const copied = (runId: string, lines: readonly string[]) =>
      eventually(async () => expect(await copyOf(home, owner, runId)).toEqual(lines), 30_000);
    await copied('run_m1', runs.get('run_m1')?.lines ?? []);
    await copied('run_m2', runs.get('run_m2')?.lines.slice(0, 2) ?? []);
    await backUp();
    await runs.get('run_m2')?.finish();
    runs.set('run_m3', await write('run_m3'));
    await runs.get('run_m3')?.finish();
    for (const [runId, { lines }] of runs) await copied(runId, lines);
    await restore();
    for (const [runId, { lines }] of runs) await copied(runId, lines);
    expect(logged.filter((message) => message.startsWith('the home has lost'))).toHaveLength(2);
  } finally {
    stopping.abort();
    await mirroring;
    await rm(folder, { recursive: true, force: true });
  }
});

interface Batch {
  fromSeq: number;
  records: readonly string[];
  values?: readonly string[];
}
