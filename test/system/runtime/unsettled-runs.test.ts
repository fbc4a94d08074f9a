import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getQuestion, type PersonsWord, type Question } from '@agent-home/agent-runtime';
import { answerRun } from '@agent-home/runtime-node';
import { describe, expect, test } from 'vitest';
import { people, runId, wordTo } from './support/answers.ts';
import { acting, actor, open } from './support/interrupted.ts';

describe('a call of a dead process with an unknown outcome', () => {
  async function unsettled(state: 'unknown' | 'done' | 'not_done' = 'unknown') {
    const outcome = { status: 'ok' as const, content: [], metadata: {} };
    const settle = async () => (state === 'done' ? { state, outcome } : { state });
    const { provider, acted } = actor({ settle });
    const opened = await open([acting], provider);
    const free = { operator: { ...people.operator, autoApprove: ['safe'] } };
    await opened.start(undefined, {}, free);
    await opened.cutAfter('kairo.tool.invoke');
    acted.length = 0;
    const resume = async () => (await opened.runtime.resume(runId)).state;
    const now = () => new Date(opened.clock.time).toISOString();
    const answer = (question: Question | undefined, word: PersonsWord['word']) => {
      if (!question) throw new Error('no approval is requested');
      return answerRun(opened.store, runId, { word: wordTo(question, word), now });
    };
    return { ...opened, acted, resume, answer };
  }

  test('an unsettled call waits over every resume', async () => {
    const { resume, acted, store, check } = await unsettled();
    for (let times = 0; times < 3; times++) {
      expect(getQuestion(await resume())).toMatchObject({ kind: 'outcome', data: { tool: 'act' } });
      expect((await store.list())[0]?.waiting).toBe('settlement');
    }
    expect(acted).toEqual([]);
    const { whole } = await check();
    expect(whole.filter(({ type }) => type === 'call.questioned')).toHaveLength(1);
  });

  test('a person’s word on an outcome is applied', async () => {
    for (const [word, times, ending] of [
      ['done', 0, 'answered'],
      ['not_done', 1, 'answered'],
      ['give_up', 0, 'failed'],
    ] as const) {
      const { resume, answer, acted, check } = await unsettled();
      await answer(getQuestion(await resume()), word);
      const state = await resume();
      expect([word, acted.length, state.ended?.status]).toEqual([word, times, ending]);
      await check();
    }
  });

  test('an outcome that a tool reports needs no person', async () => {
    for (const state of ['done', 'not_done'] as const) {
      const { resume, check } = await unsettled(state);
      expect((await resume()).ended?.status).toBe('answered');
      expect(JSON.stringify((await check()).whole)).not.toContain('call.questioned');
    }
  });
});

test('an approved run calls once wherever it dies', async () => {
  const yes = ({ question }: { question: Question }) =>
    Promise.resolve(wordTo(question, question.kind === 'approval' ? 'approve' : 'done'));
  const asking = { otherwise: 'leave' as const, ask: yes };
  const { provider, acted } = actor({});
  const opened = await open([acting], provider);
  await opened.start(undefined, {}, people, asking);
  const { lines } = await opened.store.read(runId);
  const macs = join(opened.folder, runId, 'log.mac');
  const written = await readFile(macs);
  const seen = { made: 0, asked: 0 };
  // Without a model response there is no call.
  const first = lines.findIndex((line) => line.includes('"type":"model.answered"')) + 1;
  for (let length = first; length < lines.length; length++) {
    const before = lines.slice(0, length);
    await writeFile(join(opened.folder, runId, 'log.jsonl'), `${before.join('\n')}\n`);
    await writeFile(macs, written);
    const types = before.map((line) => JSON.parse(line).type);
    const hadBegun = types.includes('kairo.tool.invoke');
    acted.length = 0;
    const { state } = await opened.runtime.resume(runId, undefined, { asking });
    expect([length, state.ended?.status]).toEqual([length, 'answered']);
    expect([length, acted.length]).toEqual([length, hadBegun ? 0 : 1]);
    const { whole } = await opened.check();
    const asked = whole.filter(({ type }) => type === 'call.questioned').length;
    expect([length, asked]).toEqual([length, hadBegun && !types.includes('call.finished') ? 1 : 0]);
    seen.made += acted.length;
    seen.asked += asked;
  }
  expect(Math.min(seen.made, seen.asked)).toBeGreaterThan(0);
});
