import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReadFlags, readTopic } from '../../../apps/cli/src/home/commands/topic-read.ts';
import { getLedger, judged, published } from '../../support/ledger.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { commandFile } from '../../support/terminal.ts';

const said = 24;
const hostile = 'red \u001b[31m alert\u202e\u0007 \u009b2J end';
let home: TestHome;
let folder: string;

beforeAll(async () => {
  home = await startHome();
  folder = await mkdtemp(join(tmpdir(), 'topic-read-'));
  await writeFile(join(folder, 'root.json'), JSON.stringify(home.rootSet));
  const topic = { topic_id: 'talk', title: 'A talk', visibility: 'public', mode: 'freeform' };
  await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
  const ada = await RawAgent.admitted(home, 'ada');
  for (let line = 1; line <= said; line += 1)
    await judged(home, 'talk', await ada.say('talk', line === 3 ? hostile : `line ${line}`));
  await home.admin('POST', '/v1/admin/topics/talk/actions', { action: 'close' });
  await published(home);
});
afterAll(async () => {
  await home?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Consumes lines one by one, and records how much was waiting. */
class SlowReader extends Writable {
  readonly lines: string[] = [];
  isTTY = false;
  mostWaiting = 0;

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.mostWaiting = Math.max(this.mostWaiting, this.writableLength - chunk.length);
    this.lines.push(...chunk.toString().replace(/\n$/, '').split('\n'));
    setImmediate(done);
  }
}

async function read(flags: ReadFlags = {}, isTTY = false, topicId = 'talk') {
  const [stdout, stderr] = [new SlowReader(), new SlowReader()];
  stdout.isTTY = isTTY;
  const place = { url: home.url, root: join(folder, 'root.json') };
  await readTopic({}, topicId, { ...place, ...flags }, { stdout, stderr });
  return { lines: stdout.lines, errors: stderr.lines, mostWaiting: stdout.mostWaiting };
}

const numbers = (lines: string[]) =>
  lines.flatMap((line) => /^\S+ #0*(\d+) /.exec(line)?.[1] ?? []).map(Number);

test('topic read prints a verified topic from its start', async () => {
  const entries = await getLedger(home, 'talk');
  const { lines, errors, mostWaiting } = await read();
  expect(lines[0]).toMatch(/^A talk · freeform · manifest certified by /);
  expect(numbers(lines)).toEqual(entries.map(({ sequence }) => sequence));
  expect(lines.filter((line) => /^\S+ #.*ada: line \d+$/.test(line))).toHaveLength(said - 1);
  expect(lines).toContain('The topic has ended.');
  expect(errors).toEqual([]);
  // At most one line is buffered: the next entry is read after the output has accepted the one before.
  expect(mostWaiting).toBe(0);
});

test('topic read begins at an entry and names more', async () => {
  const middle = await read({ from: '10', limit: '3' });
  expect(numbers(middle.lines)).toEqual([10, 11, 12]);
  expect(middle.errors).toEqual(['more: agent-home topic read talk --from 13 --limit 3']);
  const last = await read({ from: '13', limit: '100' });
  expect([numbers(last.lines)[0], last.errors]).toEqual([13, []]);
  await expect(read({ from: '999' })).rejects.toMatchObject({ code: 'beyond_end' });
  for (const from of ['0', '-1', 'x', '1.5', ''])
    await expect(read({ from }), from).rejects.toMatchObject({ code: 'invalid_configuration' });
  const entry = await read({ entry: '10' });
  expect(JSON.parse(entry.lines.join('\n'))).toMatchObject({ sequence: 10, header: { sequence: 10 } });
  await expect(read({ entry: '10', from: '3' })).rejects.toMatchObject({ code: 'invalid_configuration' });
  await expect(read({ limit: '0' })).rejects.toMatchObject({ code: 'invalid_configuration' });
  await expect(read({}, false, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
});

test('topic read pages on terminals and streams to pipes', async () => {
  const terminal = await read({}, true);
  expect(numbers(terminal.lines)).toHaveLength((await getLedger(home, 'talk')).length);
  const paged = await read({ limit: '5' }, true);
  expect([numbers(paged.lines).length, paged.errors.length]).toEqual([5, 1]);
});

test('topic read prints no control character', async () => {
  const steering = /[\p{Cc}\p{Cf}]/u;
  const [plain, json] = [await read(), await read({ json: true })];
  for (const line of [...plain.lines, ...json.lines]) expect(line).not.toMatch(steering);
  const records = json.lines.map((line) => JSON.parse(line));
  expect(records).toContainEqual({
    sequence: expect.any(Number),
    at: expect.any(String),
    type: 'message',
    agent_id: 'ada',
    outcome: 'accepted',
    text: hostile,
    author_signature: 'valid',
    history: expect.any(String),
  });
});

test('topic read ends quietly when its reader goes', async () => {
  const words = ['topic', 'read', 'talk', '--url', home.url, '--root', join(folder, 'root.json')];
  const command = `"$0" "$@" | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const child = spawn('bash', ['-c', command, process.execPath, commandFile, ...words], { cwd: folder });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stdout).toMatch(/^A talk · freeform · .*\n0\n$/);
  expect(stderr).toBe('');
});
