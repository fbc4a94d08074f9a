import { readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getQuestion, type PersonsWord, type Question } from '@agent-home/agent-runtime';
import { answerRun, cancelRun } from '@agent-home/runtime-node';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { people, runId, wordTo } from './support/answers.ts';
import { acting, actor, open } from './support/interrupted.ts';

const day = 24 * 3_600_000;

/** Creates a run that waits in the store for an approver. */
async function waiting(about: Parameters<typeof actor>[1] = {}, parts: Parameters<typeof actor>[0] = {}) {
  const { provider, acted } = actor(parts, about);
  const opened = await open([acting], provider);
  const { state } = await opened.start(undefined, {}, people);
  const question = getQuestion(state);
  if (!question) throw new Error('no approval is requested');
  const now = () => new Date(opened.clock.time).toISOString();
  const answer = (word: PersonsWord['word'], changes: Partial<PersonsWord> = {}) =>
    answerRun(opened.store, runId, { word: wordTo(question, word, changes), now });
  return { ...opened, acted, question, answer, now };
}

describe('a run that waits in the store', () => {
  test('a waiting run resumes after days', async () => {
    const { runtime, store, acted, answer, check, clock } = await waiting();
    expect((await store.list())[0]).toMatchObject({ status: 'open', waiting: 'approval' });
    clock.time += 2 * day;
    await answer('approve');
    expect([acted, (await store.list())[0]?.waiting]).toEqual([[], 'resumption']);
    clock.time += 30 * day;
    const { state } = await runtime.resume(runId);
    expect([state.ended?.status, acted.length]).toEqual(['answered', 1]);
    await check();
  });

  test('a run resumed before its answer waits on', async () => {
    const { runtime, store, acted, check } = await waiting();
    const before = (await store.read(runId)).lines.length;
    const { state } = await runtime.resume(runId);
    expect([state.waiting.for, acted]).toEqual(['approval', []]);
    expect((await store.read(runId)).lines.length).toBe(before);
    await check();
  });

  test('an expired approval is denied on resume', async () => {
    const { runtime, acted, answer, check, clock } = await waiting();
    clock.time += 3 * day;
    await expect(answer('approve')).rejects.toMatchObject({ code: 'too_late' });
    const { state } = await runtime.resume(runId);
    expect([state.ended?.answer, acted]).toEqual(['done', []]);
    const { whole } = await check();
    expect(whole.find(({ type }) => type === 'approval.decided')?.data).toMatchObject({
      decision: 'expired',
      by: { kind: 'runtime', via: 'clock' },
    });
    // Setting the clock back does not make the approval valid again.
    clock.time -= 3 * day;
    await expect(answer('approve')).rejects.toMatchObject({ code: 'not_asked' });
  });

  test('a mismatched or second answer changes nothing', async () => {
    const { store, answer, check } = await waiting();
    const before = (await store.read(runId)).lines;
    const wrong: [Partial<PersonsWord>, string][] = [
      [{ questionId: `ask_${'0'.repeat(32)}` }, 'other_question'],
      [{ argumentsSha256: '0'.repeat(64) }, 'other_arguments'],
      [{ word: 'done' }, 'other_question'],
    ];
    for (const [changes, code] of wrong)
      await expect(answer('approve', changes)).rejects.toMatchObject({ code });
    expect((await store.read(runId)).lines).toEqual(before);
    await answer('deny');
    await expect(answer('approve')).rejects.toMatchObject({ code: 'not_asked' });
    await check();
  });

  test('a waiting run is cancelled in the store', async () => {
    const { store, runtime, acted, check, now } = await waiting();
    expect(await cancelRun(store, runId, { reason: 'enough', now })).toBe('ended');
    const { state } = await runtime.resume(runId);
    expect([state.ended?.status, acted]).toEqual(['cancelled', []]);
    await check();
  });
});

describe('a run that waits in a process', () => {
  /** Creates a run that stays in its process while it waits, like a resident's. */
  async function staying() {
    const { provider, acted } = actor({});
    const opened = await open([acting], provider);
    const stopping = new AbortController();
    let asked: Question | undefined;
    const asking = {
      otherwise: 'stay' as const,
      waits: (state: Parameters<typeof getQuestion>[0]) => {
        asked = getQuestion(state);
      },
    };
    const ended = opened.start(stopping.signal, {}, people, asking);
    const question = await eventually(() => {
      if (!asked) throw new Error('no approval is requested');
      return asked;
    });
    return { ...opened, acted, question, ended, stopping, asking };
  }

  test('only the right answer in an inbox counts', async () => {
    const { store, folder, question, ended, acted, told, check } = await staying();
    const inbox = join(folder, runId, 'inbox');
    const right = { kind: 'answer', ...wordTo(question, 'approve') };
    const put = (name: string, content: unknown) =>
      writeFile(join(inbox, `${name}.json`), JSON.stringify(content));
    await put('00', { ...right, questionId: `ask_${'0'.repeat(32)}` });
    await put('01', { ...right, argumentsSha256: 'f'.repeat(64) });
    await put('02', { ...right, word: 'done' });
    await put('03', { ...right, word: 'expired' });
    await put('04', { ...right, extra: 'member' });
    await put('05', { ...right, name: 'x'.repeat(300) });
    await put('06', [right]);
    await writeFile(join(inbox, '07.json'), `${JSON.stringify(right)}x`);
    await writeFile(join(inbox, '08.json'), JSON.stringify(right).slice(0, -1));
    await writeFile(join(inbox, '09.json'), JSON.stringify(right));
    await truncate(join(inbox, '09.json'), 1_500_000_000);
    await writeFile(join(folder, 'elsewhere'), JSON.stringify(right));
    await symlink(join(folder, 'elsewhere'), join(inbox, '10.json'));
    // Every file was read.
    await eventually(async () =>
      expect(await readdir(inbox).then((names) => names.filter((name) => name.endsWith('.json')))).toEqual(
        [],
      ),
    );
    await eventually(() =>
      expect(told.filter((line) => line.startsWith('an answer is not'))).toHaveLength(3),
    );
    expect(acted).toEqual([]);
    expect((await store.list())[0]?.waiting).toBe('approval');
    await store.request(runId, { kind: 'answer', ...wordTo(question, 'approve', { reason: 'half \ud83d' }) });
    // A repeated answer has no second effect.
    await store.request(runId, { kind: 'answer', ...wordTo(question, 'approve') });
    expect((await ended).state.ended?.status).toBe('answered');
    expect(acted).toHaveLength(1);
    await check();
  });

  test('a stopped process leaves its waiting run resumable', async () => {
    const { store, runtime, question, ended, acted, stopping, check, clock } = await staying();
    stopping.abort();
    expect((await ended).state.waiting.for).toBe('approval');
    expect((await store.list())[0]).toMatchObject({ status: 'open', waiting: 'approval' });
    const now = () => new Date(clock.time).toISOString();
    expect(await answerRun(store, runId, { word: wordTo(question, 'approve'), now })).toMatchObject({
      to: 'log',
    });
    expect((await runtime.resume(runId)).state.ended?.status).toBe('answered');
    expect(acted).toHaveLength(1);
    await check();
  });

  test('waiting in a process costs no run time', async () => {
    const { ended, acted, clock, check } = await staying();
    clock.time += 3 * day;
    const { state } = await ended;
    expect([state.ended?.answer, acted]).toEqual(['done', []]);
    expect(JSON.stringify((await check()).whole)).toContain('approval_expired');
  });

  test('a run without waiting fails without an approver', async () => {
    const { provider, acted } = actor({});
    const { start, check } = await open([acting], provider);
    const { state } = await start(undefined, {}, people, { otherwise: 'fail' });
    expect([state.ended?.code, acted]).toEqual(['approval_unavailable', []]);
    await check();
  });
});
