import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeToolSpec } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, toText } from '../testing/tool-calls.ts';
import { Vault } from '../vault/vault.ts';
import { bindTools } from './bind-tools.ts';

const secret = 'Zr4-secret-of-a-module-9Qk';

function opened(source: string, rules: object = {}) {
  const { folder } = scratchProject();
  writeFileSync(join(folder, 'tool.mjs'), source);
  const spec = { inputsSchema: { type: 'object' }, outputsSchema: {}, timeoutMs: 20_000, ...rules };
  const metadata = { name: 'the-tool', owner: 'tests', version: '1.0.0' };
  const text = JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
  const decoded = decodeToolSpec(text, { file: 'the-tool.tool.json', expected: { name: 'the-tool' } });
  const environment = { PATH: process.env.PATH ?? '' };
  const placeOf = fixedPlace(folder, environment);
  const vault = new Vault({}, { environment, placeOf });
  vault.secrets.add('vault://it', secret);
  const tools = bindTools([decoded], { 'the-tool': { module: './tool.mjs' } }, { vault, placeOf });
  return { folder, call: (args = {}) => callTool(tools, 'the-tool', args) };
}

const printing = `
import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
const secret = '${secret}';
const print = (way) => {
  console.log('log', way, secret);
  console.error('error', way, secret);
  process.stdout.write('write ' + secret + '\\n');
  writeSync(1, 'first ' + secret + '\\n');
  writeSync(2, 'second ' + secret + '\\n');
  spawnSync('sh', ['-c', 'echo child ' + secret + '; echo child again ' + secret + ' >&2'], { stdio: 'inherit' });
};
print('loading');
export default ({ fails }) => {
  print('calling');
  if (fails) throw Object.assign(new Error('it broke with ' + secret), { code: secret });
  return { fine: true };
};`;

describe('output of modules', () => {
  test('captures and cleans the output of a module', async () => {
    const { call } = opened(printing);
    const given = await call();
    expect([given.status, toText(given)]).toEqual(['ok', '{"fine":true}']);
    const printed = String(given.metadata.printed);
    for (const way of ['log loading', 'error calling', 'write', 'first', 'second', 'child', 'child again'])
      expect(printed).toContain(`${way} [secret vault://it]`);
    const failed = await call({ fails: true });
    expect(failed).toMatchObject({
      status: 'error',
      tainted: true,
      error: { code: 'module_threw', message: 'it broke with [secret vault://it]' },
    });
    expect(toText(failed)).toContain('first [secret vault://it]');
    expect(JSON.stringify([given, failed])).not.toContain(secret);
  });

  test('output of a module never reaches its caller', () => {
    const { folder } = opened(printing);
    const binding = pathToFileURL(join(import.meta.dirname, 'module-process.ts')).href;
    const address = pathToFileURL(join(folder, 'tool.mjs')).href;
    const place = { folder, environment: { PATH: process.env.PATH ?? '' } };
    const caller = `
      import { callModule } from ${JSON.stringify(binding)};
      const place = { ...${JSON.stringify(place)}, beforeStart() {} };
      const call = { address: ${JSON.stringify(address)}, name: 'default', args: {}, idempotencyKey: 'key' };
      const { kind, text } = await callModule(call, { place, timeoutMs: 20_000, signal: new AbortController().signal });
      console.log(JSON.stringify({ kind, text }));`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', caller],
      { encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['{"kind":"given","text":"{\\"fine\\":true}"}\n', '']);
  });

  test('limits a flood of output of a module', async () => {
    const { call } = opened(`
      export default () => {
        for (let line = 0; line < 20_000; line++) console.log('x'.repeat(1_000));
        return 'given';
      };`);
    const outcome = await call();
    expect([outcome.status, toText(outcome)]).toEqual(['ok', 'given']);
    expect(String(outcome.metadata.printed).length).toBeLessThan(3_000);
  });

  test('a module that misbehaves ends its own call only', async () => {
    const codes = await Promise.all(
      (
        [
          ['process.exit(0)', {}],
          ['process.kill(process.pid, "SIGKILL")', {}],
          ['{ for (;;); }', { timeoutMs: 300 }],
          ['new Promise(() => setTimeout(() => { throw new Error("late"); }))', {}],
          ['10n', {}],
        ] as const
      ).map(async ([source, rules]) => {
        const outcome = await opened(`export default () => ${source};`, rules).call();
        return outcome.error?.code;
      }),
    );
    expect(codes).toEqual(['module_failed', 'module_failed', 'tool_timeout', 'module_threw', 'module_threw']);
  });

  test('cuts a result of megabytes of a module', async () => {
    const { call } = opened(`export default () => 'é'.repeat(5_000_000);`);
    const text = toText(await call());
    expect(text.length).toBeLessThan(300_000);
    expect(text).toContain('[cut: ');
  });
});
