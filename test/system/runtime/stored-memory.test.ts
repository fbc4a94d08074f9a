import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryStore } from '@agent-home/agent-runtime';
import type { CallOutcome } from '@agent-home/agent-runtime/run-log';
import { FileMemoryStore, fixedPlace, Vault } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const storing = (args: object) => `{ calls: [{ tool: store_memory, arguments: ${JSON.stringify(args)} }] }`;
const script = `
rules:
  - when: { count: { from: 1 } }
    answer: done
  - when: { user: first }
    answer: ${storing({ key: 'door', value: 'The entrance is blue.', metadata: { sure: true, by: 'grace' } })}
  - when: { user: second }
    answer: ${storing({ key: 'door', value: 'The entrance is green.' })}
  - when: { user: remove }
    answer: ${storing({ key: 'door', value: '' })}
  - when: { user: tagged }
    answer: ${storing({ key: 'window', value: 'The window is red.', tags: ['house', '颜色'] })}
  - when: { user: search }
    answer: { calls: [{ tool: recall, arguments: { query: 'window', tags: ['house'], limit: 2 } }] }
  - when: { user: absent }
    answer: { calls: [{ tool: recall, arguments: { query: 'window', tags: ['garden'] } }] }
  - when: { user: forgetting }
    answer: { calls: [{ tool: forget, arguments: { key: window } }] }
  - when: { user: secret }
    answer: ${storing({ key: 'of hunter2-canary', value: 'it is hunter2-canary', metadata: { 'hunter2-canary': 'hunter2-canary' } })}
  - answer: hello
`;
const remembering = { memory: { backend: 'filesystem', limit: 5, scope: 'agent' } } as const;
const inItsSession = { memory: { backend: 'filesystem', limit: 5, scope: 'session' } } as const;
const message = (text: string, tainted = false) => ({ text, origin: 'user', tainted });
const deniesWrites = {
  name: 'reads-only',
  version: '1.0.0',
  sha256: 'c'.repeat(64),
  spec: { rules: [{ effect: 'deny', action: 'data.write', selector: { tool: '*' } }] },
};

async function open(options: Partial<Parameters<typeof openWorkshop>[1]> = {}) {
  let store: MemoryStore | undefined;
  const workshop = await openWorkshop(script, {
    memory: (folder) => {
      store = new FileMemoryStore(join(folder, 'memory'));
      return store;
    },
    ...options,
  });
  const keyed = async () => (await store?.list('careful'))?.filter(({ key }) => key !== undefined) ?? [];
  const say = async (
    text: string,
    {
      changes = {},
      definition = {},
      tainted = false,
    }: { changes?: object; definition?: object; tainted?: boolean } = {},
  ) => {
    const asked = workshop.order({ ...remembering, ...changes }, definition);
    const { runId, state } = await workshop.runtime.postMessage(asked, message(text, tainted));
    expect(state.ended?.status).toBe('answered');
    const { whole } = await workshop.check(runId);
    const codes = whole.flatMap(({ type, data }) => {
      const { error } = (data.result ?? {}) as { error?: { code: string } };
      return type === 'kairo.tool.result' ? [error?.code] : [];
    });
    const results = whole.flatMap(({ type, data }) =>
      type === 'call.finished' ? [(data as { outcome: CallOutcome }).outcome] : [],
    );
    return { whole, codes, runId, results };
  };
  return { ...workshop, keyed, say };
}

test('recalls a stored value with its key and metadata', async () => {
  const { say, keyed, emulator } = await open();
  const { runId } = await say('first', { tainted: true });
  expect(await keyed()).toMatchObject([
    { key: 'door', metadata: { sure: true, by: 'grace' }, tainted: true, origin: { run_id: runId } },
  ]);
  const { whole } = await say('which door?', { changes: { sessionId: 'another' } });
  const recalled = whole.flatMap(({ type, data }) => (type === 'memory.recalled' ? [data.entries] : []));
  const [entry] = await keyed();
  expect(recalled[0]).toContainEqual(entry);
  const asked = JSON.stringify(emulator.journal().at(-1));
  for (const shown of ['The entrance is blue.', 'grace', 'metadata', 'from_others'])
    expect(asked).toContain(shown);
});

test('replaces the value of a key or removes it', async () => {
  const { say, keyed } = await open();
  await say('first');
  await say('second', { changes: { sessionId: 'another' } });
  expect(await keyed()).toMatchObject([{ key: 'door', text: 'The entrance is green.' }]);
  await say('remove');
  expect(await keyed()).toEqual([]);
});

test('session scope keeps the keys of sessions apart', async () => {
  const { say, keyed } = await open();
  for (const sessionId of ['session-a', 'session-b'])
    await say('first', { changes: { ...inItsSession, sessionId } });
  expect((await keyed()).map(({ session_id }) => session_id).sort()).toEqual(['session-a', 'session-b']);
});

test('stores no secret in a key, a value or metadata', async () => {
  const vault = new Vault({}, { environment: {}, placeOf: fixedPlace(tmpdir(), {}) });
  vault.secrets.add('vault://password', 'hunter2-canary');
  const { say, keyed } = await open({ vault });
  await say('secret');
  expect(await keyed()).toHaveLength(1);
  expect(JSON.stringify(await keyed())).not.toContain('hunter2-canary');
});

test('denies a store call by data policy and list', async () => {
  const { say, keyed } = await open();
  const byPolicy = await say('first', { changes: { policies: [deniesWrites] } });
  const byList = await say('first', { definition: { tools: { deny: ['store_memory'] } } });
  expect([byPolicy.codes, byList.codes]).toEqual([[expect.any(String)], [expect.any(String)]]);
  expect(await keyed()).toEqual([]);
});

test('reports a failing memory as the result of calls', async () => {
  const { say } = await open({ memory: () => failing });
  expect((await say('first')).codes).toEqual(['memory_unavailable']);
});

test('a search returns entries with their source and taints the run', async () => {
  const { say, keyed } = await open();
  const { runId } = await say('tagged', { tainted: true });
  await say('first');
  const [found] = (await say('search', { changes: { sessionId: 'another' } })).results;
  expect(found).toMatchObject({ status: 'ok', tainted: true, metadata: { entries: 1 } });
  const lines = found?.content[0]?.text.split('\n') ?? [];
  expect(lines.at(-1)).toMatch(/^--- end of memory [0-9a-f]{16} ---$/);
  const [entry] = (await keyed()).filter(({ key }) => key === 'window');
  expect(JSON.parse(lines.at(-2) ?? '')).toEqual({
    id: entry?.id,
    key: 'window',
    tags: ['house', '颜色'],
    text: 'The window is red.',
    time: entry?.time,
    from_others: true,
    source: { agent: 'careful', run: runId, record: entry?.origin.seq },
  });
  const [none] = (await say('absent', { changes: { sessionId: 'session-c' } })).results;
  expect(none).toMatchObject({ status: 'ok', content: [{ text: 'no entries' }] });
  expect(none).not.toHaveProperty('tainted');
});

test('a removed entry is gone, and the log has its key and source', async () => {
  const { say, keyed } = await open();
  const { runId } = await say('tagged');
  const approved = { operator: { autoApprove: ['safe', 'low'], unlocked: [] } };
  const [removed] = (await say('forgetting', { changes: approved })).results;
  expect(removed).toMatchObject({
    status: 'ok',
    metadata: { removed: { key: 'window', tags: ['house', '颜色'], source: { run: runId } } },
  });
  expect(JSON.stringify(removed)).not.toContain('red');
  expect(await keyed()).toEqual([]);
  const [again] = (await say('forgetting', { changes: approved })).results;
  expect(again).toMatchObject({ status: 'ok', content: [{ text: 'not there' }] });
});

test('denies a search by data policy and a removal by list', async () => {
  const { say, keyed } = await open();
  await say('tagged');
  const policies = [
    { ...deniesWrites, spec: { rules: [{ ...deniesWrites.spec.rules[0], action: 'data.read' }] } },
  ];
  const search = await say('search', { changes: { policies } });
  const removal = await say('forgetting', { definition: { tools: { deny: ['forget'] } } });
  expect([search.codes, removal.codes]).toEqual([[expect.any(String)], [expect.any(String)]]);
  expect(await keyed()).toHaveLength(1);
});

const failing: MemoryStore = {
  recall: async () => [],
  memorize: async () => {
    throw new Error('the disk is full');
  },
  list: async () => [],
  show: async () => undefined,
  forget: async () => false,
};
