import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { rootFingerprint } from '@agent-home/protocol';
import { type JoinOptions, type JoinProgress, join, joinSteps } from '@agent-home/sdk';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { getLedger, published } from '../../../support/ledger.ts';
import { plainCard } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
let base: string;
let folder: string;
let count = 0;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'manual' } });
  base = await mkdtemp(joinPath(tmpdir(), 'agent-home-join-'));
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'The hall',
    visibility: 'public',
    mode: 'freeform',
  });
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'table',
    title: 'The table',
    visibility: 'public',
    mode: 'turn_queue',
  });
  await published(home);
});
afterAll(async () => {
  await home.close();
  await rm(base, { recursive: true, force: true });
});
beforeEach(() => {
  count += 1;
  folder = joinPath(base, `agent-${count}`);
});

/** Joins a home, and admits each waiting agent, as a watching admin does. */
async function joining(options: Partial<JoinOptions> = {}, admit = true) {
  const steps: JoinProgress[] = [];
  const joined = await join({
    url: home.url,
    rootFingerprint: rootFingerprint(home.rootSet),
    folder,
    card: plainCard,
    polling: { activeMs: 50, idleMs: 400 },
    ...options,
    onStep(progress) {
      steps.push(progress);
      options.onStep?.(progress);
      if (admit && progress.step === 'admitted' && progress.status === 'waiting')
        void home.admin('POST', `/v1/admin/agents/${progress.agentId}/admission`);
    },
  });
  onTestFinished(() => joined.close());
  return { joined, steps, done: steps.filter(({ status }) => status !== 'waiting') };
}

const agents = async () =>
  ((await home.admin('GET', '/v1/admin/agents')) as { items: unknown[] }).items.length;

test('one call joins a home up to an accepted message', async () => {
  const { joined, steps, done } = await joining({ say: 'Good evening.' });
  expect(done.map(({ step }) => step)).toEqual([...joinSteps]);
  expect(done.every(({ status }) => status === 'done')).toBe(true);
  expect(steps.find(({ status }) => status === 'waiting')?.message).toContain('has to admit');
  const line = done.at(-1);
  expect(line).toMatchObject({ topicId: 'hall', sequence: expect.any(Number) });
  expect((await getLedger(home, 'hall'))[(line?.sequence ?? 0) - 1]).toMatchObject({
    inputType: 'message',
    outcome: 'accepted',
  });
  expect(joined.heartbeat.status()).toMatchObject({ running: true, failuresInARow: 0 });
  expect(joined.heartbeat.status().lastBeatAt).toBeDefined();
  for (const name of await readdir(folder))
    expect([name, (await stat(joinPath(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
});

test('a second join is the same agent', async () => {
  const first = await joining({ say: 'Once and no more.' });
  await first.joined.close();
  const before = (await getLedger(home, 'hall')).length;
  const key = await readFile(joinPath(folder, 'identity'), 'utf8');
  const steps: JoinProgress[] = [];
  const second = await join({
    url: home.url,
    folder,
    card: plainCard,
    say: 'Once and no more.',
    onStep: (progress) => steps.push(progress),
  });
  onTestFinished(() => second.close());
  expect(second.agentId).toBe(first.joined.agentId);
  expect(await readFile(joinPath(folder, 'identity'), 'utf8')).toBe(key);
  expect(steps.at(-1)).toMatchObject({ step: 'first_line', sequence: first.done.at(-1)?.sequence });
  expect(await getLedger(home, 'hall')).toHaveLength(before);
});

test('a home of another root gets nothing', async () => {
  const before = await agents();
  const other = 'ab'.repeat(32);
  const failure = await joining({ rootFingerprint: other }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'JoinError', code: 'root_differs' });
  expect(String(failure)).toContain(rootFingerprint(home.rootSet));
  expect(String(failure)).toContain('agent-home keys fingerprint');
  const foreign = { ...home.rootSet, version: 7 };
  await expect(joining({ rootSet: foreign })).rejects.toMatchObject({ code: 'root_differs' });
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await agents()).toBe(before);
});

test('an agent that is not admitted resumes later', async () => {
  const failure = await joining({ admissionWaitMs: 300 }, false).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'JoinError', code: 'not_admitted' });
  expect(String(failure)).toMatch(/an admin of http:.* has to admit .* join again with the same key/);
  const before = await agents();
  const { done } = await joining({ say: { text: 'At the table.', topicId: 'table' } });
  expect(await agents()).toBe(before);
  expect(done.at(-1)).toMatchObject({ step: 'first_line', status: 'done', topicId: 'table' });
});

test('a signal ends the waiting at once', async () => {
  const stopping = new AbortController();
  const reason = new Error('enough');
  const waiting = joining(
    {
      signal: stopping.signal,
      onStep: ({ status }) => {
        if (status === 'waiting') stopping.abort(reason);
      },
    },
    false,
  );
  await expect(waiting).rejects.toBe(reason);
});

test('an agent’s folder works with its home only', async () => {
  await joining();
  const other = await startHome();
  onTestFinished(() => other.close());
  const elsewhere = { url: other.url, rootFingerprint: rootFingerprint(other.rootSet) };
  await expect(joining(elsewhere)).rejects.toMatchObject({ code: 'other_home' });
  expect(await other.admin('GET', '/v1/admin/agents')).toMatchObject({ items: [] });
});

test('a pending first message is sent once', async () => {
  const getCount = async () =>
    (await getLedger(home, 'hall')).filter(({ inputType }) => inputType === 'message').length;
  for (const wasPut of [false, true]) {
    folder = joinPath(base, `crashed-${wasPut}`);
    const { joined } = await joining();
    const before = await getCount();
    const topic = await joined.enterTopic('hall');
    const prepared = await topic.prepareMessage(`Said once, ${wasPut}.`);
    await writeFile(joinPath(folder, 'first-line.json'), JSON.stringify({ topic_id: 'hall', prepared }));
    if (wasPut) await topic.postPrepared(prepared);
    await joined.close();
    for (let again = 0; again < 2; again += 1) {
      const { joined: same, done } = await joining({ say: 'Another text.' });
      await same.close();
      expect(done.at(-1)).toMatchObject({ step: 'first_line', status: 'done', topicId: 'hall' });
    }
    expect(await getCount()).toBe(before + 1);
  }
});
