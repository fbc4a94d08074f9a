import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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
  const away = { away: { provider: 'emulator', url: 'http://127.0.0.1:9/v1' } };
  const { run } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models: { ...models, ...keyless, ...away } }),
  });
  const { code, stdout } = await run('models', 'test', 'm', 'keyless', 'away');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✓ m: responds in \d+ ms, first text after \d+ ms; \d+ tokens in, \d+ out$/m);
  expect(stdout).toMatch(/^ {2}calls tools$/m);
  expect(stdout).toMatch(/^✗ keyless: .*vault:\/\/none.*\[secret_not_configured\]$/m);
  expect(stdout).toMatch(/^✗ away: .*\[model_unavailable\]\n {4}check the url http:\/\/127.0.0.1:9\/v1, /m);
  const unknown = await run('models', 'test', 'mm');
  expect([unknown.code, unknown.error]).toEqual([2, 'model_not_configured']);
});

test('models test prints what an endpoint can do', async () => {
  const { emulator } = await scriptedModel(`
rules:
  - when: { user: Count }
    answer: { text: 'one two three four five six seven eight nine ten', chunk: 10 }
  - when: { user: twice }
    answer: { calls: [{ tool: report, arguments: { number: 7 } }, { tool: report, arguments: { number: 8 } }] }
  - when: { user: Call the tool }
    answer: { calls: [{ tool: report, arguments: { number: 7 } }] }
  - when: { user: JSON, model: able }
    answer: '{"number": 7, "word": "seven"}'
  - when: { user: '[image/png, 79 bytes', model: able }
    answer: Red.
  - when: { user: colour }
    fault: { kind: error, status: 400, message: No images here. }
  - answer: I do not know.
`);
  const gemini = { provider: 'emulator', api: 'gemini', url: `${emulator.url}/v1beta` };
  const models = {
    able: { ...gemini, input: ['text', 'image'] },
    unable: { provider: 'emulator', api: 'responses', url: `${emulator.url}/v1`, input: ['text', 'image'] },
  };
  const { run } = commandPlace({ 'home/.agent-home/settings.json': JSON.stringify({ models }) });
  const { code, stdout } = await run('models', 'test');
  expect(code).toBe(0);
  const [able = '', unable = ''] = stdout.split('✓ unable');
  for (const line of [
    'streams',
    'reports usage',
    'calls tools',
    'calls several tools at once',
    'keeps to JSON',
  ])
    expect(able).toContain(`\n  ${line}\n`);
  expect(able).toContain('\n  reads images\n  takes its limit as maxOutputTokens\n');
  expect(unable).toContain('  ! did not reply with JSON alone');
  expect(unable).toContain(
    '  ! did not recognize a picture: leave image out of its input (No images here.) [model_refused]',
  );
  expect(unable).toContain('takes its limit as max_output_tokens');
  const { stdout: json } = await run('models', 'test', 'able', '--json');
  expect(JSON.parse(json).models).toMatchObject([
    {
      name: 'able',
      ok: true,
      first_text_ms: expect.any(Number),
      abilities: {
        stream: true,
        usage: true,
        tools: true,
        parallel_tools: true,
        structured_output: true,
        images: true,
      },
      limit_name: 'maxOutputTokens',
    },
  ]);
});

test('models test reports a model that stays silent while it waits', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const silent = { provider: 'emulator', url: `http://127.0.0.1:${port}/v1` };
  const { run } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models: { silent } }),
  });
  const running = run('models', 'test', 'silent');
  const collect = console.error;
  console.error = (line: string) => {
    collect(line);
    // Refuses everything once the command has said that it waits.
    server.on('connection', (socket) => socket.destroy());
    server.closeAllConnections();
  };
  const { code, stdout, stderr } = await running;
  expect(stderr).toContain('silent has not responded to all requests yet');
  expect([code, stdout]).toEqual([1, expect.stringContaining('[model_unavailable]')]);
});

test('a listed price is a proposal with its date', async () => {
  const { home, run } = commandPlace({});
  const key = ['--key-env', 'MODEL_TEST_KEY'];
  const added = await run('models', 'add', 'claude-sonnet-5', '--provider', 'anthropic', ...key);
  expect(added.stdout).toMatch(
    /no price is set; \d{4}-\d{2}-\d{2} it was 2\/10\/0\.2\/2\.5 USD \(https:.*\): check it, then pass --replace --price 2\/10\/0\.2\/2\.5$/m,
  );
  const settings = () => JSON.parse(readFileSync(join(home, '.agent-home/settings.json'), 'utf8'));
  expect(settings().models['claude-sonnet-5']).not.toHaveProperty('price');
  expect((await run('models', 'list')).stdout).toMatch(/none \(2\/10\/0\.2\/2\.5 USD on \d{4}-\d{2}-\d{2}\)/);
  // Another server has other prices for a model of the same name.
  const proxied = await run('models', 'add', 'gpt-5-mini', '--url', 'http://127.0.0.1:9/v1');
  expect(proxied.stdout).not.toContain('USD');
  const replaced = ['--replace', '--price', '2/10/0.2/2.5', '--provider', 'anthropic'];
  const again = await run('models', 'add', 'claude-sonnet-5', ...replaced);
  expect(again.stdout).not.toContain('USD');
  expect(settings().models['claude-sonnet-5'].price).toEqual({
    input: 2,
    output: 10,
    cacheRead: 0.2,
    cacheWrite: 2.5,
  });
  expect(JSON.parse((await run('models', 'list', '--json')).stdout).models).toMatchObject([
    { name: 'gpt-5-mini' },
    { name: 'claude-sonnet-5', price: { input: 2 } },
  ]);
});
