import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  largestValueInLog,
  privateFields,
  RunVerifier,
  type SealedRecord,
  unjudgedMembers,
} from '@agent-home/agent-runtime/run-log';
import type { MirroredRecords, MirroredRun, RunList } from '@agent-home/http-contract';
import { asJson } from '@agent-home/protocol';
import { FileRunStore } from '@agent-home/runtime-node';
import { type MirrorPorts, mirrorRuns } from '@agent-home/runtime-node/resident';
import {
  type AgentHome,
  ConnectionError,
  connect,
  createIdentity,
  type RunRecordBatch,
} from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleMessage } from '../../../../packages/agent-runtime/src/run-log/testing/sample-log.ts';
import { AgentHomeProcess } from '../../../support/child-process.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { copyOf, getRuns } from '../../../support/mirrored-runs.ts';
import { plainCard } from '../../../support/sdk-agent.ts';
import { linesOf, sealDrafts, sealRun } from '../../../support/sealed-run.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

const requested = { model_call_id: 'm1', round: 1, provider: 'p', model: 'small', max_output_tokens: 9 };
const answered = {
  ...{
    model_call_id: 'm1',
    thought: '',
    tool_calls: [],
    stop_reason: 'end_turn',
    model: 'small',
    provider: 'p',
  },
  ...{ usage: { input_tokens: 1, output_tokens: 1 }, elapsed_ms: 1, attempts: [] },
};

let home: TestHome;
let token: string;

beforeAll(async () => {
  home = await startHome({ worker: false });
  token = await newOwner(home, 'olga');
});
afterAll(() => home.close());

const get = <Body>(path: string) => getRuns<Body>(home, token, path);
const copy = (runId: string) => copyOf(home, token, runId);

/** A machine with one agent: its folder of runs, and its connection to the home. */
async function openMachine(agentId: string) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-store-'));
  const { secretKey } = createIdentity();
  const agent = await connect({ url: home.url, rootSet: home.rootSet, secretKey, agentId });
  await agent.register(plainCard, { ownerToken: token });
  await agent.requestAdmission();
  const key = randomBytes(32);
  const store = new FileRunStore(join(folder, 'runs'), { key: () => key });
  onTestFinished(async () => {
    await agent.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, secretKey, key, store, agent, agentId };
}
type Machine = Awaited<ReturnType<typeof openMachine>>;

async function write({ store }: Machine, runId: string, records: readonly SealedRecord[]): Promise<void> {
  const writer = await store.create(runId);
  for (const { line, beside } of records) await writer.append([line], beside);
  await writer.close();
}

/** Mirrors until the test ends or `stop` is called; returns what it logged. */
function startMirror(machine: Machine, more: Partial<MirrorPorts> = {}) {
  const stopping = new AbortController();
  const logged: { message: string; facts: Record<string, unknown> }[] = [];
  const { agent, agentId, store, folder } = machine;
  const mirroring = mirrorRuns({
    ...{ home: agent, homeUrl: home.url, agentId, store, pollMs: 20 },
    file: join(folder, 'mirrored-runs'),
    log: (message, facts) => void logged.push({ message, facts }),
    signal: stopping.signal,
    ...more,
  });
  const stop = async () => {
    stopping.abort();
    await mirroring;
  };
  onTestFinished(stop);
  return { stop, logged };
}

const ownRun = (machine: Machine, runId: string, more: Partial<Parameters<typeof sealRun>[0]> = {}) =>
  sealRun({ runId, agentId: machine.agentId, home: home.url, ...more });

describe('a mirroring resident', () => {
  test('sends a run while it is written, with its values', async () => {
    const machine = await openMachine('ada');
    const records = ownRun(machine, 'run_live', { asked: `“${'ü'.repeat(largestValueInLog)}”` });
    const writer = await machine.store.create('run_live');
    const { logged } = startMirror(machine);
    for (const [index, { line, beside }] of records.entries()) {
      await writer.append([line], beside);
      await eventually(async () =>
        expect((await get<MirroredRun>('/v1/runs/run_live')).next_seq).toBe(index + 1),
      );
    }
    await writer.close();
    expect(await copy('run_live')).toEqual(linesOf(records));
    const { values } = await get<MirroredRecords>('/v1/runs/run_live/records');
    expect(new Map(values.map(({ sha256, text }) => [sha256, text]))).toEqual(
      new Map(records.flatMap(({ beside }) => [...beside])),
    );
    expect(logged).toEqual([]);
  });

  test('keeps output that no guardrail has passed on its machine', async () => {
    const machine = await openMachine('gus');
    const [start] = ownRun(machine, 'run_guarded');
    const data = asJson({ ...answered, content: 'CANARY' });
    const records = sealDrafts({ runId: 'run_guarded', agentId: 'gus' }, [
      { type: 'run.started', data: start?.record.data ?? {} },
      { type: 'kairo.user.message', data: { ...sampleMessage, text: 'x'.repeat(2 * largestValueInLog) } },
      { type: 'model.requested', data: { ...requested, guarded: true } },
      { type: 'model.answered', data, apart: unjudgedMembers({ type: 'model.answered', data }) },
      { type: 'model.requested', data: requested },
    ]);
    await write(machine, 'run_guarded', records);
    startMirror(machine);
    await eventually(async () =>
      expect((await get<MirroredRun>('/v1/runs/run_guarded')).next_seq).toBe(records.length),
    );
    const { values } = await get<MirroredRecords>('/v1/runs/run_guarded/records');
    expect(values.map(({ text }) => text)).toEqual(['x'.repeat(2 * largestValueInLog)]);
    // The copy is verified without it, and names what it lacks otherwise.
    const known = new Map(values.map(({ sha256, text }) => [sha256, text]));
    const verify = (find: (sha256: string) => string | undefined) => {
      const verifier = new RunVerifier(find, { isCopy: true });
      for (const line of linesOf(records)) verifier.take(line);
      return [...verifier.withheld];
    };
    expect(verify((sha256) => known.get(sha256))).toEqual([]);
    expect(verify(() => undefined)).toEqual([[1, ['text']]]);
  });

  test('sends commitments in the place of private content', async () => {
    const machine = await openMachine('ivy');
    const [start] = ownRun(machine, 'run_secret');
    const privacy = { fields: [...privateFields], key: 'd'.repeat(64) };
    const first = { ...start?.record.data, private_fields: privacy.fields, private_key: privacy.key };
    const records = sealDrafts({ runId: 'run_secret', agentId: 'ivy' }, [
      { type: 'run.started', data: asJson(first), privacy },
      { type: 'kairo.user.message', data: { ...sampleMessage, text: 'CANARY' }, privacy },
      { type: 'model.requested', data: requested },
      { type: 'model.answered', data: asJson({ ...answered, content: 'CANARY' }), privacy },
    ]);
    await write(machine, 'run_secret', records);
    startMirror(machine);
    await eventually(async () =>
      expect((await get<MirroredRun>('/v1/runs/run_secret')).next_seq).toBe(records.length),
    );
    // Nor does the home keep private values that a faulty sender adds.
    const values = records.flatMap(({ beside }) => [...beside.values()]);
    const other = sealDrafts({ runId: 'run_leaked', agentId: 'ivy' }, [
      { type: 'run.started', data: asJson({ ...first, run_id: 'run_leaked' }), privacy },
    ]);
    const leaked = other.flatMap(({ beside }) => [...beside.values()]);
    await machine.agent.sendRunRecords('run_leaked', {
      fromSeq: 0,
      records: linesOf(other),
      values: [...values, ...leaked],
    });
    for (const runId of ['run_secret', 'run_leaked']) {
      const copy = await get<MirroredRecords>(`/v1/runs/${runId}/records`);
      expect(copy.values).toEqual([]);
      const text = JSON.stringify([copy, await get(`/v1/runs/${runId}`)]);
      expect([text.includes('CANARY'), text.includes(privacy.key)]).toEqual([false, false]);
    }
    const verifier = new RunVerifier(() => undefined, { isCopy: true });
    for (const line of linesOf(records)) verifier.take(line);
    expect([...verifier.withheld.keys()]).toEqual([0, 1, 3]);
  });

  test('sends everything after lost responses, repeats and an absent home', async () => {
    const machine = await openMachine('bob');
    const runs = new Map(
      ['run_one', 'run_two', 'run_three'].map((id) => [id, ownRun(machine, id, { pieces: 450 })]),
    );
    for (const [id, records] of runs) await write(machine, id, records);
    let requests = 0;
    const sendRunRecords: AgentHome['sendRunRecords'] = async (runId, batch?: RunRecordBatch) => {
      requests += 1;
      const isLost = requests % 3 === 0;
      if (requests % 5 === 0) throw new ConnectionError('unreachable', 'the home is away');
      const next = await machine.agent.sendRunRecords(runId, batch);
      // Sent twice, as by a proxy that repeats requests.
      if (requests % 4 === 0) await machine.agent.sendRunRecords(runId, batch);
      if (isLost) throw new ConnectionError('timeout', 'the response was lost');
      return next;
    };
    const isComplete = async () => {
      const { items } = await get<RunList>('/v1/runs?agent_id=bob&state=answered');
      return items.length === runs.size;
    };
    // A failure is followed by a pause of seconds, so a new mirror takes over, as after a restart.
    for (let isDone = false; !isDone; ) {
      const { stop, logged } = startMirror(machine, { home: { sendRunRecords } });
      await eventually(async () => {
        isDone = await isComplete();
        expect(isDone || logged.length > 0).toBe(true);
      });
      await stop();
    }
    for (const [id, records] of runs) expect(await copy(id)).toEqual(linesOf(records));
  });

  test('continues after kill -9 where the home is', async () => {
    const machine = await openMachine('cleo');
    const records = ownRun(machine, 'run_killed', { pieces: 2_000 });
    await write(machine, 'run_killed', records);
    const file = join(machine.folder, 'settings.json');
    await writeFile(
      file,
      JSON.stringify({
        ...{ url: home.url, rootSet: home.rootSet, agentId: 'cleo', folder: machine.folder },
        secretKey: Buffer.from(machine.secretKey).toString('hex'),
        logKey: machine.key.toString('hex'),
      }),
    );
    const program = fileURLToPath(new URL('../../../support/mirror-process.ts', import.meta.url));
    const nextSeq = async () => (await get<RunList>('/v1/runs?agent_id=cleo')).items[0]?.next_seq ?? 0;
    for (let kills = 0; kills < 3; kills++) {
      const before = await nextSeq();
      const child = new AgentHomeProcess([file], {}, ['--import', 'tsx'], program);
      await child.start();
      await eventually(async () => expect(await nextSeq()).toBeGreaterThan(before), 20_000);
      await child.kill();
    }
    const { stop } = startMirror(machine);
    await eventually(async () => expect(await nextSeq()).toBe(records.length), 20_000);
    await stop();
    expect(await copy('run_killed')).toEqual(linesOf(records));
  });

  test('sends no run of another agent, of another home, or from elsewhere', async () => {
    const machine = await openMachine('dora');
    await write(machine, 'run_own', ownRun(machine, 'run_own'));
    await write(
      machine,
      'run_delegated',
      ownRun(machine, 'run_delegated', { parent: 'run_own', isDelegated: true }),
    );
    await write(machine, 'run_of_eve', ownRun(machine, 'run_of_eve', { agentId: 'eve' }));
    await write(machine, 'run_other_home', ownRun(machine, 'run_other_home', { home: 'http://else.test' }));
    await write(
      machine,
      'run_of_a_stranger',
      ownRun(machine, 'run_of_a_stranger', { parent: 'run_absent', isDelegated: true }),
    );
    await write(machine, 'run_changed', ownRun(machine, 'run_changed'));
    await appendFile(join(machine.folder, 'runs/run_changed/log.mac'), 'x');
    const macs = join(machine.folder, 'runs/run_changed/log.mac');
    await writeFile(macs, (await readFile(macs)).fill(1));
    const { logged } = startMirror(machine);
    await eventually(async () => {
      const { items } = await get<RunList>('/v1/runs?agent_id=dora');
      expect(items.map(({ run_id }) => run_id).sort()).toEqual(['run_delegated', 'run_own']);
      expect(logged.map(({ facts }) => facts.run)).toEqual(['run_changed']);
    });
  });

  test('reports a refused run once and sends the others', async () => {
    const machine = await openMachine('finn');
    const startedAt = new Date();
    const forked = ownRun(machine, 'run_forked', { startedAt });
    await machine.agent.sendRunRecords('run_forked', {
      fromSeq: 0,
      records: linesOf(ownRun(machine, 'run_forked', { startedAt, asked: 'Another question' })).slice(0, 3),
    });
    await write(machine, 'run_forked', forked);
    await write(machine, 'run_sound', ownRun(machine, 'run_sound'));
    const { logged, stop } = startMirror(machine);
    await eventually(async () => {
      expect((await get<MirroredRun>('/v1/runs/run_sound')).state).toBe('answered');
      expect(logged).toMatchObject([{ facts: { run: 'run_forked', err: { code: 'run_history_conflict' } } }]);
    });
    await stop();
    // The next process sends neither of them again.
    const sent = new Set<string>();
    const sendRunRecords: AgentHome['sendRunRecords'] = async (runId, batch?: RunRecordBatch) => {
      // A request without records only compares the number of records of an ended run.
      if (batch?.records.length) sent.add(runId);
      return machine.agent.sendRunRecords(runId, batch);
    };
    await write(machine, 'run_later', ownRun(machine, 'run_later'));
    startMirror(machine, { home: { sendRunRecords } });
    await eventually(async () =>
      expect((await get<MirroredRun>('/v1/runs/run_later')).state).toBe('answered'),
    );
    expect([...sent]).toEqual(['run_later']);
  });
});
