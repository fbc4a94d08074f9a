import { expect, test } from 'vitest';
import { trialRemedy } from './trial-remedy.ts';

const model = { name: 'large', id: 'gpt-9', url: 'http://127.0.0.1:9/v1', key: 'LARGE_KEY' };
const failed = (code: string, status?: number) => ({
  code,
  attempts: [{ model: 'gpt-9', ok: false, elapsed_ms: 1, ...(status === undefined ? {} : { status }) }],
});

test('names the part of the settings to check', () => {
  for (const [code, status, part] of [
    ['model_refused', 401, 'LARGE_KEY'],
    ['model_refused', 403, 'LARGE_KEY'],
    ['model_unavailable', 404, 'the model gpt-9: both are in models.large'],
    ['model_unavailable', 429, 'no credit'],
    ['model_timeout', undefined, 'no response'],
    ['model_nonsense', 200, '--api'],
    ['model_unavailable', undefined, 'HTTPS_PROXY'],
  ] as const)
    expect(trialRemedy(failed(code, status), model)).toContain(part);
  expect(trialRemedy(failed('model_unavailable', 503), model)).toBeUndefined();
});

test('names the flag of a key for an entry without one', () => {
  expect(trialRemedy(failed('model_refused', 401), { ...model, key: undefined })).toContain('--key-env');
});

test('prints no secret of an address', () => {
  const url = 'http://user:pass-1@127.0.0.1:9/v1?key=pass-2';
  const remedy = trialRemedy(failed('model_timeout'), { ...model, url });
  expect(remedy).toContain('http://127.0.0.1:9/v1 ');
  expect(remedy).not.toMatch(/pass-\d/);
});
