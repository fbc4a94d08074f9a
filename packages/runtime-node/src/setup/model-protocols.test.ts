import { combineSettings, decodeSettings } from '@agent-home/agent-runtime/definition';
import { expect, test } from 'vitest';
import { chooseModel, findModels } from './choose-model.ts';

const vault = { value: async (handle: string) => `value of ${handle}` };
const settingsOf = (models: object) => combineSettings(decodeSettings(JSON.stringify({ models })));

async function reach(entry: { provider: string; api?: string; url?: string; key?: string }) {
  const { api, url } = await findModels(settingsOf({ m: entry }), vault)(entry.provider, 'm', 'm');
  return [api, url];
}

test('provider and protocol of a model decide its address', async () => {
  expect(await reach({ provider: 'openai' })).toEqual(['chat', 'https://api.openai.com/v1']);
  expect(await reach({ provider: 'openai', api: 'responses' })).toEqual([
    'responses',
    'https://api.openai.com/v1',
  ]);
  expect(await reach({ provider: 'anthropic' })).toEqual(['anthropic', 'https://api.anthropic.com/v1']);
  expect(await reach({ provider: 'google' })).toEqual([
    'gemini',
    'https://generativelanguage.googleapis.com/v1beta',
  ]);
  expect(await reach({ provider: 'emulator', api: 'gemini' })).toEqual([
    'gemini',
    'http://127.0.0.1:4603/v1beta',
  ]);
  const url = 'https://models.example/v1';
  expect(await reach({ provider: 'openai-compatible', api: 'anthropic', url })).toEqual(['anthropic', url]);
  // No key goes to a guessed address.
  await expect(reach({ provider: 'openai', api: 'anthropic', key: 'vault://k' })).rejects.toMatchObject({
    code: 'model_not_configured',
  });
  await expect(reach({ provider: 'nonsuch', url })).rejects.toMatchObject({ code: 'provider_not_supported' });
  expect(() => settingsOf({ m: { provider: 'openai', api: 'soap' } })).toThrow(/chat/);
});

test('parameters of an agent are those of the model’s protocol', () => {
  const choose = (entry: object, params: Record<string, string | number>) =>
    chooseModel(settingsOf({ m: entry }), { model: { name: 'm', params } });
  const anthropic = { provider: 'anthropic' };
  expect(choose(anthropic, { thinking: 2_000, prompt_cache: '1h', top_k: 5 })).toMatchObject({ name: 'm' });
  for (const [entry, params, message] of [
    [anthropic, { seed: 1 }, /api anthropic has no parameter seed/],
    [anthropic, { thinking: 10 }, /parameter thinking/],
    [anthropic, { temperature: 1.5 }, /parameter temperature/],
    [{ provider: 'openai' }, { thinking: 2_000 }, /provider openai has no parameter thinking/],
    [{ provider: 'openai', api: 'responses' }, { stop: 'x' }, /api responses has no parameter stop/],
    [{ provider: 'google' }, { prompt_cache: '5m' }, /api gemini has no parameter prompt_cache/],
  ] as const)
    expect(() => choose(entry, params)).toThrow(message);
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  expect(choose({ ...anthropic, price }, {})).toMatchObject({
    // The reservation before a request assumes that the cache stores all of it.
    price: { input: 3.75, output: 15 },
    prices: { m: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 } },
  });
});
