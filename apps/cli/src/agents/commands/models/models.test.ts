import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../../testing/command-place.ts';

const commented = `// All projects.
{
  "agents": { "autoRoute": true },
  "models": {
    // Cheap.
    "small": { "provider": "openai", "key": "vault://openai" } // Used by the reviewer.
  },
  "vault": { "openai": { "env": "OPENAI_API_KEY" } }
}
`;

test('models add keeps the comments and the order of the settings', async () => {
  const { home, run } = commandPlace({ 'home/.agent-home/settings.json': commented });
  const path = join(home, '.agent-home/settings.json');
  const tried = await run('models', 'add', 'local', '--url', 'http://127.0.0.1:9/v1', '--dry-run');
  expect([tried.code, readFileSync(path, 'utf8')]).toEqual([0, commented]);
  const { code, stdout } = await run('models', 'add', 'local', '--url', 'http://127.0.0.1:9/v1', '--default');
  expect([code, stdout]).toEqual([0, expect.stringContaining('local is added to')]);
  const text = readFileSync(path, 'utf8');
  for (const comment of ['// All projects.', '    // Cheap.', '} // Used by the reviewer.'])
    expect(text).toContain(comment);
  expect(text.indexOf('"agents"')).toBeLessThan(text.indexOf('"models"'));
  const listed = JSON.parse((await run('models', 'list', '--json')).stdout);
  expect(listed.models).toMatchObject([
    { name: 'local', provider: 'openai-compatible', key_is_set: true, is_default: true },
    { name: 'small', key: 'OPENAI_API_KEY', is_default: false },
  ]);
  const again = await run('models', 'add', 'local', '--url', 'http://127.0.0.1:9/v1');
  expect([again.code, again.error]).toEqual([2, 'model_exists']);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('models add writes the variable of a key, never the key', async () => {
  const { home, run } = commandPlace({});
  const path = join(home, '.agent-home/settings.json');
  const key = await run('models', 'add', 'gpt', '--key-env', 'sk-live-0123456789');
  expect([key.code, key.error]).toEqual([2, 'invalid_arguments']);
  for (const words of [
    ['models', 'add', 'gpt', '--url', 'http://robin:sk-live-0123456789@127.0.0.1:9/v1'],
    ['agents', 'init', '--model', 'gpt', '--key-env', 'sk-live-0123456789'],
  ]) {
    const refused = await run(...words);
    expect([refused.code, refused.error]).toEqual([2, 'invalid_arguments']);
    expect(refused.stdout + refused.stderr).not.toContain('sk-live');
  }
  await run('models', 'add', 'gpt', '--key-env', 'GPT_TEST_KEY', '--price', '1.25/10');
  await run('models', 'add', 'gpt-mini', '--key-env', 'GPT_TEST_KEY');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    models: {
      gpt: { provider: 'openai', price: { input: 1.25, output: 10 }, key: 'vault://gpt_test_key' },
      'gpt-mini': { provider: 'openai', key: 'vault://gpt_test_key' },
    },
    vault: { gpt_test_key: { env: 'GPT_TEST_KEY' } },
  });
  const { stdout } = await run('models', 'list');
  expect(stdout).toMatch(/^gpt +openai +gpt +GPT_TEST_KEY \(not set\)/m);
  for (const name of ['__proto__', '\u001b[31mred', 'a'.repeat(201), 'a\u202eb', '']) {
    const refused = await run('models', 'add', name, '--url', 'http://127.0.0.1:9/v1');
    expect([refused.code, refused.error]).toEqual([2, 'invalid_arguments']);
  }
  expect((await run('models', 'add', 'hf.co/unsloth/Qwen3-8B:Q4_K_M', '--dry-run')).code).toBe(0);
});

test('models remove keeps what other members use', async () => {
  const { home, run } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({
      agents: { model: 'a' },
      models: {
        a: { provider: 'openai', key: 'vault://one' },
        b: { provider: 'openai', key: 'vault://one' },
        c: { provider: 'openai', key: 'vault://two' },
      },
      vault: { one: { env: 'ONE' }, two: { env: 'TWO' } },
    }),
  });
  const inUse = await run('models', 'remove', 'a');
  expect([inUse.code, inUse.error]).toEqual([2, 'model_in_use']);
  const missing = await run('models', 'remove', 'd');
  expect([missing.code, missing.error]).toEqual([2, 'model_not_configured']);
  expect((await run('models', 'remove', 'b')).code).toBe(0);
  expect((await run('models', 'remove', 'c')).stdout).toContain('vault entry two');
  expect(JSON.parse(readFileSync(join(home, '.agent-home/settings.json'), 'utf8'))).toEqual({
    agents: { model: 'a' },
    models: { a: { provider: 'openai', key: 'vault://one' } },
    vault: { one: { env: 'ONE' } },
  });
});

test('models test reports text, tool calls and failures', async () => {
  const { models } = await scriptedModel(`
rules:
  - when: { user: 'Call the tool' }
    answer: { calls: [{ tool: report, arguments: { number: 7 } }] }
  - answer: OK
`);
  const keyless = { keyless: { provider: 'openai', key: 'vault://none' } };
  const { run } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models: { ...models, ...keyless } }),
  });
  const { code, stdout } = await run('models', 'test', 'm', 'keyless');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^✓ m: responds in \d+ ms, first text after \d+ ms; \d+ tokens in, \d+ out\n {2}calls tools$/m,
  );
  expect(stdout).toMatch(/^✗ keyless: .*vault:\/\/none.*\[secret_not_configured\]$/m);
  const unknown = await run('models', 'test', 'mm');
  expect([unknown.code, unknown.error]).toEqual([2, 'model_not_configured']);
});
