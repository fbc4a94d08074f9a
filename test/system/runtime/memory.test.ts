import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryStore } from '@agent-home/agent-runtime';
import { FileMemoryStore, fixedPlace, Vault } from '@agent-home/runtime-node';
import { describe, expect, test } from 'vitest';
import type { JudgedLog } from './support/judge-log.ts';
import { openWorkshop } from './support/reference-home.ts';

const script = `
rules:
  - when: { user: colour }
    answer: 'Your colour is blue. --- end of memory'
  - when: { user: hello }
    answer: 'Hello.'
`;
const remembering = { memory: { backend: 'filesystem', limit: 5, scope: 'agent' } } as const;
const inItsSession = { memory: { backend: 'filesystem', limit: 5, scope: 'session' } } as const;
const memoryPolicy = {
  name: 'forgetful',
  version: '1.0.0',
  sha256: 'c'.repeat(64),
  spec: {
    rules: [
      { effect: 'deny', action: 'data.read', selector: { tool: '*' } },
      { effect: 'deny', action: 'data.write', selector: { tool: '*' } },
    ],
  },
};
const message = (text: string, tainted = false) => ({ text, origin: 'user', tainted });
const open = () => openWorkshop(script, { memory: (folder) => new FileMemoryStore(join(folder, 'memory')) });

describe('memory', () => {
  test('the next run of a session recalls entries as data', async () => {
    const { runtime, order, check, emulator } = await open();
    const first = await runtime.postMessage(order(remembering), message('my colour is blue', true));
    const kept = (await check(first.runId)).records.find(({ type }) => type === 'memory.memorized');
    expect(kept?.data.entries).toMatchObject([{ tainted: true, origin: { run_id: first.runId } }]);
    const second = await runtime.postMessage(order(remembering), message('which colour?'));
    const { records, missing } = await check(second.runId);
    expect(missing).toEqual([]);
    expect(second.state.tainted).toBe(true);
    const recalled = records.find(({ type }) => type === 'memory.recalled');
    expect(recalled?.data.entries).toEqual(kept?.data.entries);
    const built = records.find(({ type }) => type === 'context.built')?.data.context_cost;
    expect(built).toMatchObject({ memory_dropped: false });
    const asked = JSON.stringify(emulator.journal().at(-1));
    expect(asked).toContain('my colour is blue');
    expect(asked).toContain('from_others');
  });

  test('an agent alone recalls its entries in all its sessions', async () => {
    const { runtime, order, check, emulator } = await open();
    const kept = await runtime.postMessage(order(remembering), message('my colour is blue'));
    const elsewhere = order({ ...remembering, sessionId: 'another-session' });
    const { runId } = await runtime.postMessage(elsewhere, message('which colour?'));
    expect(await recalledIn(check, runId)).toMatchObject([{ origin: { run_id: kept.runId } }]);
    const stranger = order(remembering, { name: 'another-agent' });
    const strangers = await runtime.postMessage(stranger, message('which colour?'));
    expect(await recalledIn(check, strangers.runId)).toEqual([]);
    expect(JSON.stringify(emulator.journal().at(-1))).not.toContain('my colour is blue');
  });

  test('an entry of session scope stays in its session', async () => {
    const { runtime, order, check, emulator } = await open();
    await runtime.postMessage(order(inItsSession), message('my colour is blue'));
    const elsewhere = order({ ...inItsSession, sessionId: 'another-session' });
    const { runId } = await runtime.postMessage(elsewhere, message('which colour?'));
    expect(await recalledIn(check, runId)).toEqual([]);
    expect(JSON.stringify(emulator.journal().at(-1))).not.toContain('my colour is blue');
    const again = await runtime.postMessage(order(inItsSession), message('which colour?'));
    expect(await recalledIn(check, again.runId)).not.toEqual([]);
  });

  test('foreign and malformed entries of a store are ignored', async () => {
    const entry = {
      id: 'a'.repeat(64),
      session_id: 'session-1',
      time: '2026-01-01T00:00:00.000Z',
      text: 'the colour is red',
      tainted: false,
      origin: { run_id: 'run_1', seq: 1, hash: 'b'.repeat(64) },
    };
    const given = [{ ...entry, agent: 'another-agent' }, { text: 'x' }, null, { ...entry, agent: '\ud800' }];
    const store = { recall: async () => given, memorize: async () => undefined };
    const { runtime, order, check, emulator } = await openWorkshop(script, {
      memory: () => store as unknown as MemoryStore,
    });
    const { runId, state } = await runtime.postMessage(order(remembering), message('which colour?'));
    expect(state.ended?.status).toBe('answered');
    expect(await recalledIn(check, runId)).toEqual([]);
    expect(JSON.stringify(emulator.journal())).not.toContain('the colour is red');
  });

  test('a later known secret is neither kept nor recalled', async () => {
    const vault = new Vault({}, { environment: {}, placeOf: fixedPlace(tmpdir(), {}) });
    const canary = 'canary-4711-secret';
    let files: MemoryStore | undefined;
    const { runtime, order, check, emulator, folder } = await openWorkshop(script, {
      vault,
      memory: (place) => {
        files = new FileMemoryStore(join(place, 'memory'));
        return files;
      },
    });
    const first = await runtime.postMessage(order(remembering), message(`my colour is ${canary}`));
    expect(await readText(join(folder, 'memory'))).toContain(canary);
    vault.secrets.add('vault://late', canary);
    emulator.clearJournal();
    const context = first.state.transcript.filter(({ role }) => role === 'user');
    const second = await runtime.postMessage(order(remembering), message('which colour?'));
    expect(await recalledIn(check, second.runId)).toHaveLength(1);
    expect(JSON.stringify(emulator.journal())).not.toContain(canary);
    // Added when this run recalls, because its question was written before.
    const later = 'another-canary-4712';
    const recall = files?.recall.bind(files);
    if (!files || !recall) throw new Error('there is no store');
    files.recall = async (...asked) => {
      vault.secrets.add('vault://later', later);
      return recall(...asked);
    };
    const third = await runtime.postMessage(order({ ...remembering, context }), message(`colour ${later}`));
    const kept = (await check(third.runId)).records.find(({ type }) => type === 'memory.memorized');
    expect(kept?.data.entries).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(later);
    expect(await readText(join(folder, 'memory'))).not.toContain(later);
  });

  test('a run without a store continues and logs the fault', async () => {
    const { runtime, order, check } = await openWorkshop(script);
    const { runId, state } = await runtime.postMessage(order(remembering), message('hello'));
    expect(state.ended).toMatchObject({ status: 'answered', answer: 'Hello.' });
    const { records } = await check(runId);
    const said = records.filter(({ type }) => type === 'memory.unavailable').map(({ data }) => data);
    expect(said).toMatchObject([
      { operation: 'recall', code: 'not_configured' },
      { operation: 'memorize', code: 'not_configured' },
    ]);
  });

  test('a data policy prevents recalling and keeping, not the run', async () => {
    const { runtime, order, check, folder } = await open();
    const refusing = order({ ...remembering, policies: [memoryPolicy] });
    const { runId, state } = await runtime.postMessage(refusing, message('hello'));
    expect(state.ended?.status).toBe('answered');
    const { records } = await check(runId);
    const asked = records.filter(({ data }) => String(data.action).startsWith('data.'));
    expect(asked.map(({ data }) => [data.action, data.effect])).toEqual([
      ['data.read', 'deny'],
      ['data.write', 'deny'],
    ]);
    await expect(readdir(join(folder, 'memory'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('damaged files and links are skipped, whole entries recalled', async () => {
    const told: string[] = [];
    const { runtime, order, check, folder } = await openWorkshop(script, {
      memory: (place) => new FileMemoryStore(join(place, 'memory'), (text) => told.push(text)),
    });
    await runtime.postMessage(order(remembering), message('my colour is blue'));
    const [agent = ''] = await readdir(join(folder, 'memory'));
    const place = join(folder, 'memory', agent);
    const [whole = ''] = await readdir(place);
    await writeFile(join(place, `${'a'.repeat(64)}.json`), '{"id":');
    await symlink(join(place, whole), join(place, `${'b'.repeat(64)}.json`));
    const { runId } = await runtime.postMessage(order(remembering), message('which colour?'));
    const { records } = await check(runId);
    expect(records.find(({ type }) => type === 'memory.recalled')?.data.entries).toHaveLength(1);
    expect(told.length).toBeGreaterThanOrEqual(2);
  });

  test('an unreadable memory folder costs a run only its memory', async () => {
    const { runtime, order, check, folder } = await open();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'memory'), 'no folder');
    const { runId, state } = await runtime.postMessage(order(remembering), message('hello'));
    expect(state.ended?.status).toBe('answered');
    const { records } = await check(runId);
    const codes = records.filter(({ type }) => type === 'memory.unavailable').map(({ data }) => data.code);
    expect(codes).toEqual(['enotdir', expect.stringMatching(/^(enotdir|eexist)$/)]);
  });
});

async function recalledIn(check: (runId: string) => Promise<JudgedLog>, runId: string) {
  const { records } = await check(runId);
  return records.find(({ type }) => type === 'memory.recalled')?.data.entries;
}

async function readText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return texts.join('\n');
}
