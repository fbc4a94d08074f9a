import { combineSettings, decodeSettings, type ModelSettings } from '@agent-home/agent-runtime/definition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createModelPort } from '../models/ask-model.ts';
import { chooseModel, findModels } from './choose-model.ts';

const servers = ['http://one.example/v1', 'http://two.example/v1'] as const;
const keys: Readonly<Record<string, string>> = { 'vault://one': 'key-one', 'vault://two': 'key-two' };
const vault = { value: async (handle: string) => keys[handle] ?? '' };
const names = ['a', 'b', 'c', 'd'];

interface Sent {
  url: string;
  key: string | null;
  model: string;
  prompt: string;
}

/** Servers that record their requests; those in `down` do not know their model. */
function recordingFetch(down: ReadonlySet<string>, sent: Sent[]): typeof fetch {
  return async (url, init) => {
    const { model, messages } = JSON.parse(String(init?.body)) as { model: string; messages: unknown };
    const key = new Headers(init?.headers).get('authorization');
    const one = { url: String(url), key, model, prompt: JSON.stringify(messages) };
    sent.push(one);
    if (down.has(JSON.stringify([one.url, key, model])))
      return Response.json({ error: { message: 'unknown model' } }, { status: 404 });
    const chunks = [
      { choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' }] },
      {
        choices: [],
        usage: { prompt_tokens: 1_000_000, completion_tokens: 1_000_000, total_tokens: 2_000_000 },
      },
    ];
    const lines = chunks.map((chunk) => `data: ${JSON.stringify({ id: 'c', object: 'x', ...chunk })}\n\n`);
    return new Response(`${lines.join('')}data: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
}

const entry = fc.record(
  {
    provider: fc.constantFrom('openai', 'openai-compatible'),
    model: fc.constantFrom('gpt', 'gpt-large', 'gpt-small'),
    url: fc.constantFrom(...servers),
    key: fc.constantFrom(...Object.keys(keys)),
    price: fc.record({ input: fc.nat(9), output: fc.nat(9) }),
    contextWindow: fc.constantFrom(8_192, 256),
  },
  { requiredKeys: ['provider', 'url'] },
);
const settings = fc.record({ a: entry, b: entry, c: entry, d: entry }).chain((models) =>
  fc.tuple(...names.map((name) => fc.subarray(names.filter((other) => other !== name)))).map((chosen) =>
    Object.fromEntries(
      Object.entries(models).map(([name, model], index): [string, ModelSettings] => {
        const fallbacks = (chosen[index] ?? []).filter(
          (other) => models[other as keyof typeof models].provider === model.provider,
        );
        return [name, { ...model, fallbacks }];
      }),
    ),
  ),
);

const sentTo = (name: string, { model = name, url, key }: ModelSettings) => ({
  url: `${url}/chat/completions`,
  key: key === undefined ? null : `Bearer ${keys[key]}`,
  model,
});

describe('models of the settings', () => {
  test("sends prompts and keys only to their entry's server", async () => {
    let fellBack = 0;
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.constantFrom(...names),
        fc.subarray(names),
        async (models, name, away) => {
          const combined = combineSettings(decodeSettings(JSON.stringify({ models })));
          const {
            provider,
            name: vendorName,
            settingsKey = '',
          } = chooseModel(combined, {
            model: { name, params: {} },
          });
          const toEntry = (key: string) => models[key] ?? { provider: '' };
          const getId = (key: string) => {
            const { url, key: bearer, model } = sentTo(key, toEntry(key));
            return JSON.stringify([url, bearer, model]);
          };
          const down = new Set(away.map(getId));
          // A prompt of about 400 tokens does not fit into a window of 256.
          const fallbacks = toEntry(name).fallbacks ?? [];
          const chain = [name, ...fallbacks.filter((key) => toEntry(key).contextWindow !== 256)];
          const answering = chain.findIndex((key) => !down.has(getId(key)));
          const asked = answering === -1 ? chain : chain.slice(0, answering + 1);
          const sent: Sent[] = [];
          const port = createModelPort(findModels(combined, vault), { fetch: recordingFetch(down, sent) });
          const canary = `canary ${'x'.repeat(1_600)}`;
          const outcome = await port.ask(
            {
              provider,
              model: vendorName,
              settingsKey,
              params: {},
              system: canary,
              messages: [{ role: 'user', content: 'Hi.' }],
              tools: [],
              maxOutputTokens: 100,
            },
            { signal: new AbortController().signal, onText: () => undefined },
          );
          expect(sent.map(({ prompt, ...where }) => where)).toEqual(
            asked.map((key) => sentTo(key, toEntry(key))),
          );
          for (const { prompt } of sent) expect(prompt).toContain(canary);
          const answeredBy = asked[answering];
          if ('answered' in outcome) expect(outcome.answered.settings_key).toBe(answeredBy);
          else expect(answeredBy).toBeUndefined();
          if (answering > 0) fellBack++;
        },
      ),
      { numRuns: 1_000 },
    );
    expect(fellBack).toBeGreaterThan(20);
  }, 60_000);

  test('refuses an old log whose model fits several entries', async () => {
    const one = { provider: 'openai', model: 'gpt', url: servers[0] };
    const getSettings = (models: object) => combineSettings(decodeSettings(JSON.stringify({ models })));
    const both = getSettings({ a: one, b: { ...one, url: servers[1] } });
    await expect(findModels(both, vault)('openai', 'gpt')).rejects.toMatchObject({
      code: 'model_not_configured',
      message: expect.stringContaining('a, b'),
    });
    expect(await findModels(getSettings({ a: one }), vault)('openai', 'gpt')).toMatchObject({
      url: servers[0],
    });
  });

  test('refuses a resume whose entry became another model', async () => {
    const models = { a: { provider: 'openai', model: 'gpt-large', url: servers[0] } };
    const changed = combineSettings(decodeSettings(JSON.stringify({ models })));
    await expect(findModels(changed, vault)('openai', 'gpt', 'a')).rejects.toMatchObject({
      code: 'model_not_configured',
    });
  });

  test('refuses a fallback that a project moved to another provider', () => {
    const openai = { provider: 'openai', url: servers[0] };
    const combined = combineSettings(
      decodeSettings(JSON.stringify({ models: { a: { ...openai, fallbacks: ['b'] }, b: openai } })),
      decodeSettings(JSON.stringify({ models: { b: { provider: 'emulator', url: servers[1] } } })),
      { trusted: true },
    );
    expect(() => chooseModel(combined, { model: { name: 'a', params: {} } })).toThrow(
      expect.objectContaining({ code: 'model_not_configured' }),
    );
  });
});
