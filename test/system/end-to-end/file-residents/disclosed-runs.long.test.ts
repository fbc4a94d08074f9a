import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createDisclosure } from '@agent-home/agent-runtime/run-log';
import { objectKey } from '@agent-home/protocol';
import { type AgentHome, loadOrCreateIdentity } from '@agent-home/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyFile } from '../../../../apps/cli/src/agents/commands/runs/verify.ts';
import { CommandError } from '../../../../apps/cli/src/errors/command-error.ts';
import { getArtifact } from '../../../../apps/cli/src/home/commands/task-get.ts';
import { handIn } from '../../../../apps/cli/src/home/commands/task-hand-in.ts';
import { readTopic } from '../../../../apps/cli/src/home/commands/topic-read.ts';
import { eventually } from '../../../support/eventually.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { agentHome } from '../../../support/terminal.ts';
import { textAt } from '../tamper/bucket-and-database.ts';
import { getFile, openStage, type ResidentStage } from './resident-stage.ts';

let home: TestHome;
let stage: ResidentStage;
let lamp: AgentHome;
let folder: string;
let keys: string;
/** Ledger entries of two messages by one resident, each with the log of its run. */
let first: { runId: string; entry: string };
let second: typeof first;

const script = `
rules:
  - when: { after: { tool: home__say } }
    answer: I have spoken.
  - when: { user: topic }
    answer: { calls: [{ tool: home__say, arguments: { text: 'I am here.' } }] }
`;

beforeAll(async () => {
  home = await startHome();
  stage = await openStage(home, { script });
  folder = await mkdtemp(join(tmpdir(), 'agent-home-disclosed-'));
  const { secretKey } = await loadOrCreateIdentity(join(folder, 'lamp'));
  lamp = await sdkAgent(home, 'lamp', { secretKey });
  const topic = { topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await eventually(() => lamp.enterTopic('hall'), 20_000);
  const session = await stage.session(lamp, 'hall', () => getFile('lamp', '{ allow: [home.say] }'));
  const speak = async () => {
    const before = await entries();
    const { runId } = await session.wake({ kind: 'arrival', topicId: 'hall' });
    return eventually(async () => {
      const now = await entries();
      expect(now.length).toBeGreaterThan(before.length);
      return { runId, entry: now.at(-1) ?? '' };
    }, 20_000);
  };
  first = await speak();
  second = await speak();
  keys = await (await fetch(new URL('/v1/keys', home.url))).text();
  await writeFile(join(folder, 'root.json'), JSON.stringify(home.rootSet));
});
afterAll(async () => {
  await lamp.close();
  await stage.close();
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the ledger entries with messages, oldest first. */
async function entries(): Promise<string[]> {
  const found: string[] = [];
  for (let sequence = 1; ; sequence++) {
    const key = objectKey('topic_ledger_entry', { topic_id: 'hall', sequence });
    const text = await textAt(home.open.platform.store, key).catch(() => undefined);
    if (text === undefined) return found;
    if (JSON.parse(text).header.input.type === 'message') found.push(text);
  }
}

async function disclose(runId: string, until?: number): Promise<string> {
  const { lines, value } = await stage.store.read(runId);
  const records = lines.slice(0, until === undefined ? undefined : until + 1);
  return JSON.stringify(createDisclosure({ runId, records, value, platformKeys: keys }));
}

const commitmentOf = (entry: string): number => JSON.parse(JSON.parse(entry).body.text).meta.run.seq;

/** Returns the code with which `runs verify` refuses, or `verified`. */
async function verify(text: string, entry: string, root = 'root.json'): Promise<string> {
  const [file, message] = [join(folder, 'run.json'), join(folder, 'entry.json')];
  await writeFile(file, text);
  await writeFile(message, entry);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await verifyFile(file, { format: 'text', message, root: join(folder, root) });
    return 'verified';
  } catch (error) {
    if (error instanceof CommandError) return error.code;
    throw error;
  } finally {
    log.mockRestore();
  }
}

describe('a disclosed run', () => {
  test('a disclosed log verifies with its message and the pinned root', async () => {
    for (const { runId, entry } of [first, second]) {
      expect(await verify(await disclose(runId), entry)).toBe('verified');
      expect(await verify(await disclose(runId, commitmentOf(entry)), entry)).toBe('verified');
    }
  });

  test('a cut, swapped or foreign disclosure is refused', async () => {
    const whole = await disclose(first.runId);
    const seq = commitmentOf(first.entry);
    const other = JSON.parse(await disclose(second.runId));
    const renamed = JSON.stringify({ ...other, run_id: first.runId });
    const { platform_keys: _, ...withoutKeys } = JSON.parse(whole);
    const document = JSON.parse(first.entry);
    const body = JSON.parse(document.body.text);
    const forged = (text: object) =>
      JSON.stringify({ ...document, body: { ...document.body, text: JSON.stringify(text) } });
    const key = { ...home.rootSet.keys[0], public_key: Buffer.alloc(32, 7).toString('base64url') };
    await writeFile(join(folder, 'other-root.json'), JSON.stringify({ ...home.rootSet, keys: [key] }));
    const results = {
      'cut before the commitment': await verify(await disclose(first.runId, seq - 1), first.entry),
      'another run of the agent': await verify(await disclose(second.runId), first.entry),
      'another run under this name': await verify(renamed, first.entry),
      'another message': await verify(whole, second.entry),
      'another commitment': await verify(
        whole,
        forged({ ...body, meta: { run: { ...body.meta.run, seq: seq - 1 } } }),
      ),
      'other words': await verify(whole, forged({ ...body, text: 'I am away.' })),
      'no keys': await verify(JSON.stringify(withoutKeys), first.entry),
      'another root': await verify(whole, first.entry, 'other-root.json'),
      'no JSON': await verify('a log', first.entry),
      'no message': await verify(whole, '{}'),
    };
    expect(results).toEqual({
      'cut before the commitment': 'log_too_short',
      'another run of the agent': 'other_run',
      'another run under this name': 'wrong_run',
      'another message': 'other_run',
      'another commitment': 'message_not_certified',
      'other words': 'message_not_certified',
      'no keys': 'keys_not_verified',
      'another root': 'keys_not_verified',
      'no JSON': 'not_a_disclosure',
      'no message': 'message_not_certified',
    });
  });

  test('every flipped byte of a disclosure is detected', { timeout: 120_000 }, async () => {
    const bytes = Buffer.from(await disclose(first.runId, commitmentOf(first.entry)));
    const undetected: number[] = [];
    for (let at = 0; at < bytes.length; at += 1 + Math.ceil(bytes.length / 1_500)) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 7));
      const text = flipped.toString('utf8');
      if ((await verify(text, first.entry)) === 'verified') undetected.push(at);
    }
    expect(undetected).toEqual([]);
  });
});

test('a disclosed log reaches readers as an artifact of a task', async () => {
  const task = { task_id: 'review', title: 'Review', visibility: 'public' };
  await home.admin('POST', '/v1/admin/tasks', task);
  await eventually(async () => expect((await lamp.task('review').manifest()).task_id).toBe('review'), 20_000);
  const reader = join(folder, 'reader');
  const { secretKey } = await loadOrCreateIdentity(reader);
  const readerHome = await sdkAgent(home, 'reader', { secretKey });
  const place = { url: home.url, root: join(folder, 'root.json'), as: join(folder, 'lamp') };
  const [exported, received] = [join(folder, 'Exported.json'), join(folder, 'received.json')];
  await writeFile(exported, await disclose(first.runId));
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await handIn({}, { task: 'review', file: exported }, place);
    await getArtifact({}, { task: 'review', agent: 'lamp' }, { ...place, as: reader, output: received });
    expect(log.mock.lastCall?.[0]).toMatch(
      /bytes of tasks\/review\/agents\/lamp\/exported.json; matches its index/,
    );
    const again = getArtifact({}, { task: 'review', agent: 'lamp' }, { ...place, output: received });
    await expect(again).rejects.toMatchObject({ code: 'file_exists' });
    const none = getArtifact(
      {},
      { task: 'review', agent: 'reader' },
      { ...place, output: join(folder, 'none') },
    );
    await expect(none).rejects.toMatchObject({ code: 'no_artifact' });
    // The name of the file is not the other agent's choice.
    await lamp.task('review').publish('npmrc.json', new TextEncoder().encode('{}'), 'application/json');
    const words = ['task', 'get', 'review', 'lamp', '--url', home.url, '--root', place.root, '--as', reader];
    const typed = await agentHome(words, { cwd: folder });
    expect([typed.code, typed.stdout]).toEqual([
      0,
      expect.stringMatching(/^review-lamp\.json: 2 bytes of .*npmrc/),
    ]);
    const missing = handIn({}, { task: 'review', file: join(folder, 'missing.json') }, place);
    await expect(missing).rejects.toMatchObject({ code: 'file_unreadable' });
    const { as: _, ...nobody } = place;
    const anonymous = handIn({}, { task: 'review', file: exported }, nobody);
    await expect(anonymous).rejects.toMatchObject({ code: 'invalid_configuration' });
  } finally {
    log.mockRestore();
    await readerHome.close();
  }
  const { sequence } = JSON.parse(first.entry);
  let entry = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      entry += String(chunk);
      done();
    },
  });
  const reading = { url: home.url, root: join(folder, 'root.json'), entry: String(sequence) };
  await readTopic({}, 'hall', reading, { stdout, stderr: stdout });
  expect(await verify(await readFile(received, 'utf8'), entry)).toBe('verified');
  expect(await verify(await readFile(received, 'utf8'), second.entry)).toBe('other_run');
});

test('a disclosure has only values that its records refer to', async () => {
  const { lines } = await stage.store.read(first.runId);
  const hash = 'a'.repeat(64);
  const line = JSON.stringify({ inner: [{ $beside: hash, bytes: 1, form: 'text' }] });
  const value = () => '{"$beside":"bbb"}';
  const { values } = createDisclosure({ runId: first.runId, records: [...lines, line], value });
  expect(values[hash]).toBe('{"$beside":"bbb"}');
  expect(Object.keys(values)).not.toContain('bbb');
});
