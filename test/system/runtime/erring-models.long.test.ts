import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

interface Case {
  fault: string;
  /** Alternative to a call of `write_file`. */
  calls?: string;
  /** Final code; `answered` if the model gets another chance. */
  code: string;
  /** Results of its calls, as the model received them. */
  told?: string[];
  timeoutMs?: number;
}

const write = '{ tool: write_file, arguments: { path: made.txt, content: no } }';
const read = '{ tool: read_file, arguments: { path: note.txt } }';

/** Runs a model with a fault in its first response that then responds with `done` to any result. */
async function runWith({ fault, calls = write, timeoutMs = 3_000 }: Case, stream = true) {
  const script = `
rules:
  - when: { count: { from: 1 } }
    answer: done
  - when: { user: go }
    fault: ${fault}
    answer: { text: 'I think so.', calls: [${calls}] }
`;
  const { runtime, order, check, project } = await openWorkshop(script, { timeoutMs, stream });
  await writeFile(join(project, 'note.txt'), 'a note');
  const message = { text: 'go', origin: 'user', tainted: false };
  const { runId, state } = await runtime.postMessage(order(), message);
  const { whole } = await check(runId);
  return {
    code: state.ended?.code ?? state.ended?.status,
    invoked: whole.filter(({ type }) => type === 'kairo.tool.invoke').length,
    told: whole
      .filter(({ type }) => type === 'kairo.tool.result')
      .map(({ data }) => (data.result as { error?: { code: string } }).error?.code ?? 'ok'),
    attempts: whole.flatMap(({ type, data }) =>
      type === 'model.failed' ? (data.attempts as { status?: number; ok: boolean }[]) : [],
    ),
    read: whole.filter(({ type }) => type === 'model.delta').map(({ data }) => String(data.content)),
    answer: state.ended?.answer ?? '',
  };
}

const wrong: Case[] = [
  { fault: '{ kind: brokenArguments }', code: 'answered', told: ['invalid_json'] },
  { fault: '{ kind: wrongToolName }', code: 'answered', told: ['unknown_tool'] },
  { fault: '{ kind: wrongToolName, name: "" }', code: 'answered', told: ['missing_name'] },
  {
    fault: '{ kind: wrongToolName, name: "write file!!" , }',
    calls: read,
    code: 'answered',
    told: ['invalid_arguments'],
  },
  { fault: '{ kind: emptyAnswer }', code: 'empty_answer' },
  { fault: '{ kind: nonsenseBody }', code: 'model_nonsense' },
  { fault: '{ kind: wrongContentType }', code: 'model_nonsense' },
  { fault: '{ kind: hugeAnswer, bytes: 10000000 }', code: 'answer_too_large', timeoutMs: 20_000 },
  { fault: '{ kind: error, status: 429, retryAfterSeconds: 0 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 429, retryAfterSeconds: 0.2 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 500 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 503 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 408 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 404 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 400 }', code: 'model_refused' },
  { fault: '{ kind: error, status: 401 }', code: 'model_refused' },
  { fault: '{ kind: error, status: 500, afterChunks: 0 }', code: 'model_unavailable' },
  { fault: '{ kind: error, status: 500, afterChunks: 2 }', code: 'model_unavailable' },
  { fault: '{ kind: cutStream, afterChunks: 0 }', code: 'model_unavailable' },
  { fault: '{ kind: cutStream, afterChunks: 1 }', code: 'model_nonsense' },
  { fault: '{ kind: hang }', code: 'model_timeout', timeoutMs: 300 },
  { fault: '{ kind: hang, afterChunks: 1 }', code: 'model_timeout', timeoutMs: 300 },
  { fault: '{ kind: slow, delayMs: 5000 }', code: 'model_timeout', timeoutMs: 300 },
];

describe('a model that errs', () => {
  test('every fault of a model ends in a code', async () => {
    const results = await Promise.all(wrong.map(async (each) => [each, await runWith(each)] as const));
    for (const [{ fault, code, told = [] }, result] of results) {
      expect([fault, result.code, result.told, result.invoked]).toEqual([fault, code, told, 0]);
      for (const { ok } of result.attempts) expect(ok).toBe(false);
    }
    const collectAttempts = (part: string) =>
      results
        .filter(([{ fault }]) => fault.includes(part))
        .map(([, { attempts }]) => attempts.map(({ status }) => status));
    expect(collectAttempts('status: 503')).toEqual([[503, 503, 503, 503, 503, 503]]);
    expect(collectAttempts('status: 400')).toEqual([[400]]);
  }, 60_000);

  test('a model whose answers come whole is understood alike', async () => {
    // Left out: a fault in the middle of a stream breaks a whole response, so that the model counts as unavailable.
    const alike = wrong.filter(({ fault }) => !/afterChunks|cutStream|slow|hang/.test(fault));
    const results = await Promise.all(alike.map(async (each) => [each, await runWith(each, false)] as const));
    for (const [{ fault, code, told = [] }, result] of results)
      expect([fault, result.code, result.told, result.invoked]).toEqual([fault, code, told, 0]);
    const broken = ['{ kind: cutStream }', '{ kind: hang }', '{ kind: slow, delayMs: 5000 }'].map((fault) =>
      runWith({ fault, code: '', timeoutMs: 300 }, false),
    );
    for (const { code, invoked } of await Promise.all(broken))
      expect([code, invoked]).toEqual([expect.stringMatching(/^model_(nonsense|timeout|unavailable)$/), 0]);
  }, 60_000);

  test('makes a call without an id, or sent twice, once', async () => {
    for (const fault of ['{ kind: callWithoutId }', '{ kind: sameCallId }'])
      for (const stream of [true, false])
        expect(await runWith({ fault, code: '' }, stream), fault).toMatchObject({
          code: 'answered',
          invoked: 1,
          told: ['ok'],
        });
  });

  test('a slow model is awaited and its call made', async () => {
    const fault = '{ kind: slow, delayMs: 200, chunkDelayMs: 20 }';
    expect(await runWith({ fault, code: '' })).toMatchObject({ code: 'answered', invoked: 1, told: ['ok'] });
  });

  test('cut arguments of a read-only tool are repaired', async () => {
    const fault = '{ kind: brokenArguments }';
    expect(await runWith({ fault, calls: read, code: '' })).toMatchObject({
      code: 'answered',
      invoked: 1,
      told: ['ok'],
    });
  });
});
