import type { Settlement } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { acting, actor, done, open, withFirstSync } from './support/interrupted.ts';
import { referenceOrder } from './support/reference-order.ts';

describe('a run that is cancelled', () => {
  test('no tool acts after its log closed', async () => {
    const cancelling = new AbortController();
    const { provider, acted } = actor({});
    const { store, start, check } = await open([acting], provider);
    const create = store.create.bind(store);
    store.create = async (runId) => {
      const writer = await create(runId);
      // Cancels while the log is synced, which is the last step before the call.
      return withFirstSync(writer, async () => {
        cancelling.abort();
        await writer.sync();
      });
    };
    const { state } = await start(cancelling.signal);
    expect([state.ended?.code, acted]).toEqual(['cancelled', []]);
    await check();
  });

  test('a cancelled run does nothing after its resume', async () => {
    const { provider, acted } = actor({});
    const { store, runtime, start, check, cutAfter } = await open([acting], provider);
    await start();
    acted.length = 0;
    await cutAfter('policy.decided');
    await cutAfter('kairo.tool.invoke');
    await store.request('run_interrupted', { kind: 'cancel', reason: 'not any more' });
    const { state } = await runtime.resume('run_interrupted');
    expect([state.ended?.status, acted]).toEqual(['cancelled', []]);
    expect((await check()).whole.find(({ type }) => type === 'run.cancel_requested')?.data.reason).toBe(
      'not any more',
    );
  });
});

describe('a part that hangs', () => {
  const hang = () => new Promise<never>(() => {});
  test('a hanging tool is abandoned and the run continues', async () => {
    const preparing = actor({ prepare: hang }, { prepares: true });
    const one = await open([acting], preparing.provider);
    expect((await one.start()).state.ended?.answer).toBe('done');
    expect(preparing.acted).toEqual([]);
    expect(JSON.stringify((await one.check()).whole)).toContain('preparation_failed');

    const hanging = actor({ invoke: hang });
    const two = await open([acting], hanging.provider);
    expect((await two.start()).state.ended?.answer).toBe('done');
    expect(JSON.stringify((await two.check()).whole)).toContain('tool_timeout');

    const settling = actor({ settle: hang });
    const three = await open([acting], settling.provider);
    await three.start();
    await three.cutAfter('kairo.tool.invoke');
    expect((await three.runtime.resume('run_interrupted')).state.ended?.answer).toBe('done');
    // It acted once, before it died; the outcome is unknown.
    expect(settling.acted).toHaveLength(1);
    expect(JSON.stringify((await three.check()).whole)).toContain('outcome_unknown');
  }, 60_000);

  test('a model that hangs is ended with the run, when its time is over', async () => {
    const { start, check } = await open(['hang'], actor({}).provider);
    const { state } = await start(undefined, { timeoutMs: 200 });
    expect(state.ended).toMatchObject({ status: 'failed', code: 'timeout' });
    await check();
  });
});

describe('a run that is resumed', () => {
  const settling = (state: Settlement['state']) =>
    actor({ settle: async () => (state === 'done' ? { state, outcome: done } : { state }) });

  test('a dead process’s call is settled before any repetition', async () => {
    for (const [state, times, text] of [
      ['done', 0, 'done'],
      ['not_done', 1, 'done'],
      ['unknown', 0, 'outcome_unknown'],
    ] as const) {
      const { provider, acted } = settling(state);
      const { runtime, start, check, cutAfter } = await open([acting], provider);
      await start();
      acted.length = 0;
      await cutAfter('kairo.tool.invoke');
      await runtime.resume('run_interrupted');
      const { whole } = await check();
      expect([state, acted.length]).toEqual([state, times]);
      const finished = whole.find(({ type }) => type === 'call.finished')?.data;
      expect([state, finished?.settled]).toEqual([state, state !== 'not_done']);
      expect(JSON.stringify(finished)).toContain(text);
    }
  });

  test('a tool of a changed server is not called', async () => {
    for (const change of [{ description: 'deletes everything now' }, { idempotent: true }, {}]) {
      let changed = {};
      const { provider, acted } = actor({ settle: async () => ({ state: 'not_done' }) }, { source: 'mcp' });
      const listed = provider.tools.bind(provider);
      provider.tools = async (signal) =>
        (await listed(signal)).map((description) => ({ ...description, ...changed }));
      const { runtime, start, check, cutAfter } = await open([acting], provider);
      await start();
      acted.length = 0;
      await cutAfter('kairo.tool.invoke');
      changed = change;
      await runtime.resume('run_interrupted');
      const isSame = Object.keys(change).length === 0;
      expect([change, acted.length]).toEqual([change, isSame ? 1 : 0]);
      expect(JSON.stringify((await check()).whole).includes('tool_changed')).toBe(!isSame);
    }
  });

  test('a cut log line is recorded in both logs', async () => {
    const { runtime, start, check, cutAfter, told } = await open([acting], actor({}).provider);
    await start();
    await cutAfter('model.requested', '{"half of a li');
    await runtime.resume('run_interrupted');
    expect(told).toContain('a torn last line was cut off');
    const resumed = (await check()).whole.find(({ type }) => type === 'run.resumed');
    expect(resumed?.data.torn_bytes).toBe(14);
  });

  test('a run without a message ends when resumed', async () => {
    const { runtime, start, check, cutAfter, store } = await open([], actor({}).provider);
    await start();
    await cutAfter('run.started');
    const { state } = await runtime.resume('run_interrupted');
    expect(state.ended?.status).toBe('cancelled');
    expect((await store.list())[0]?.status).toBe('cancelled');
    await check();
  });

  test('time without a process does not count', async () => {
    const clock = { time: Date.parse('2026-05-01T08:00:00Z') };
    const { runtime, start, check, cutAfter } = await open([acting], actor({}).provider, clock);
    await start();
    for (let day = 1; day <= 3; day++) {
      await cutAfter(day === 1 ? 'model.requested' : 'model.requested');
      clock.time += 24 * 3_600_000;
      expect([day, (await runtime.resume('run_interrupted')).state.ended?.status]).toEqual([day, 'answered']);
    }
    await check();
  });

  test('a run whose time was over does nothing more when it is resumed', async () => {
    const clock = { time: Date.parse('2026-05-01T08:00:00Z') };
    const late: JsonObject[] = [];
    const { provider, acted } = actor({
      invoke: async (ticket, call) => {
        ticket.open(call);
        clock.time += 120_000;
        late.push({});
        return done;
      },
    });
    const { runtime, start, check, cutAfter } = await open([acting, acting, acting], provider, clock);
    await start();
    await cutAfter('call.finished');
    const { state } = await runtime.resume('run_interrupted');
    expect([state.ended?.code, acted]).toEqual(['timeout', []]);
    await check();
  });

  test('an unloggable order or message leaves no run', async () => {
    const { runtime, store } = await open([], actor({}).provider);
    const message = { text: 'go', origin: 'user', tainted: false };
    const post = (changes: object, told: object = {}) =>
      runtime.postMessage({ ...referenceOrder(), ...changes }, { ...message, ...told });
    await expect(post({ sessionId: 'short' })).rejects.toMatchObject({ code: 'invalid_data' });
    await expect(post({ definitionSha256: 'none' })).rejects.toMatchObject({ code: 'invalid_data' });
    await expect(post({ systemPrompt: '\ud83d' })).rejects.toMatchObject({ code: 'lone_surrogate' });
    await expect(post({}, { extra: { a: Number.NaN } })).rejects.toThrow();
    const policy = { name: 'p', version: '1.0.0', sha256: 'c'.repeat(64), spec: { rules: [] } };
    await expect(post({ policies: [policy] })).rejects.toMatchObject({ code: 'invalid_policy' });
    expect(await store.list()).toEqual([]);
  });
});
