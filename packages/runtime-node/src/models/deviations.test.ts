import type { ModelApi } from '@agent-home/agent-runtime/definition';
import { expect, test } from 'vitest';
import { createModelPort } from './ask-model.ts';
import { deviations } from './testing/deviations.ts';
import { chatAlone, deviationsIn } from './testing/deviations-by-dialect.ts';
import { dialects } from './testing/dialects.ts';
import type { Deviation } from './testing/written-chunks.ts';

/** Deviations of each protocol; a new one is an entry here. */
const tables: readonly { api: ModelApi; rows: readonly Deviation[] }[] = [
  { api: 'chat', rows: deviations },
  ...dialects.map((dialect) => ({ api: dialect.api, rows: deviationsIn(dialect) })),
];

const request = {
  model: 'm',
  params: {},
  system: 'x'.repeat(40),
  tools: [],
  messages: [{ role: 'user' as const, content: 'Hi.' }],
  maxOutputTokens: 100,
};

const bodies: Readonly<Record<'stream' | 'whole', (deviation: Deviation) => string>> = {
  stream: ({ stream = [], contentType }) =>
    contentType === 'application/json'
      ? stream.join('')
      : stream.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join(''),
  whole: ({ whole }) => JSON.stringify(whole),
};

/** The response to one request of an adapter; `pieces` are those in which its bytes arrive. */
async function ask(
  deviation: Deviation,
  { api, form, pieces }: { api: ModelApi; form: 'stream' | 'whole'; pieces: number },
) {
  const { contentType = form === 'stream' ? 'text/event-stream' : 'application/json' } = deviation;
  const bytes = new TextEncoder().encode(bodies[form](deviation));
  const length = Math.max(1, Math.ceil(bytes.length / pieces));
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length));
        controller.close();
      },
    });
  const find = () => ({
    provider: 'p',
    api,
    name: 'm',
    url: 'http://m',
    fallbacks: [],
    timeoutMs: 5_000,
    stream: form === 'stream',
  });
  const fetch = async () => new Response(body(), { headers: { 'content-type': contentType } });
  const port = createModelPort(find, { fetch, pause: async () => undefined });
  const context = { signal: new AbortController().signal, onText: () => undefined };
  return port.ask({ ...request, provider: 'p' }, context);
}

test('understands every known deviation of a provider or quotes it', async () => {
  for (const { api, rows } of tables)
    for (const deviation of rows)
      for (const form of ['stream', 'whole'] as const)
        for (const pieces of deviation[form] === undefined ? [] : [1, 7]) {
          const outcome = await ask(deviation, { api, form, pieces });
          const where = `${api}: ${deviation.title}, ${form}, ${pieces} pieces`;
          expect(outcome, where).toMatchObject(deviation.expected);
        }
});

test('each protocol has every deviation that it can have', () => {
  expect(deviations.length).toBeGreaterThan(30);
  for (const { api, rows } of tables.slice(1)) {
    const titles = new Set(rows.map(({ title }) => title));
    const missing = deviations.filter(({ title }) => !titles.has(title)).map(({ title }) => title);
    expect([api, missing.toSorted()]).toEqual([api, Object.keys(chatAlone).toSorted()]);
  }
});
