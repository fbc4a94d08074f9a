import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunInput } from '@agent-home/agent-runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { measuredTimeFactor } from '../../../../test/support/time-factor.ts';
import { Cleaner } from '../driver/cleaner.ts';
import { performValidation } from '../driver/perform-validation.ts';
import { fixedPlace } from '../processes/program-place.ts';
import { moduleValidators } from './module-validators.ts';
import { soundJudgement } from './sound-judgement.ts';
import { withoutEcho } from './without-echo.ts';

const source = `
import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
export default (output, value) => value?.answer === 42 || output === 'fine';
export const named = async (output) => ({ passed: false, errors: ['no answer in it', 'saw ' + output] });
export const throws = () => { throw new Error('CANARY'); };
export const rejects = () => Promise.reject(new Error('CANARY'));
export const hangs = () => new Promise(() => setInterval(() => {}, 1000));
export const spins = () => { for (;;); };
export const exits = () => process.exit(0);
export const crashes = () => new Promise(() => setTimeout(() => { throw new Error('CANARY'); }, 1));
export const dies = () => process.kill(process.pid, 'SIGKILL');
export const eats = () => { const all = []; for (;;) all.push(new Array(1e7).fill(0)); };
export const prints = (output) => { console.log(output); console.error(output); process.stdout.write(output); writeSync(1, output); spawnSync('echo', [output], { stdio: 'inherit' }); return true; };
export const nothing = () => undefined;
export const truthy = () => 1;
export const text = () => 'true';
export const lies = () => ({ passed: 'true' });
export const both = () => ({ passed: true, errors: ['but'] });
export const odd = () => ({ passed: false, errors: 'no' });
export const mixed = () => ({ passed: false, errors: [1, {}] });
export const acting = () => ({ get passed() { throw new Error('CANARY'); } });
export const later = () => ({ then: (done) => done(true) });
export const many = () => ({ passed: false, errors: Array.from({ length: 1e4 }, () => 'e'.repeat(1000)) });
export const noFunction = 1;
`;

function opened(timeoutMs = 20_000, settings?: Parameters<typeof moduleValidators>[0]) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-validators-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'checks.mjs');
  writeFileSync(file, source);
  const names = [...source.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
  const all = Object.fromEntries(names.map((name) => [name, { module: './checks.mjs', export: name }]));
  const validators = moduleValidators(
    settings ?? { ...all, plain: { module: './checks.mjs' }, gone: { module: './gone.mjs' } },
    fixedPlace(folder, process.env),
    { timeoutMs },
  );
  const ask = async (guardrail: string, output = 'CANARY', ending = new AbortController().signal) => {
    const ports = { validators, now: () => '2026-05-01T08:00:00.000Z', tools: { cleaner: new Cleaner() } };
    return told(await performValidation({ kind: 'validate', guardrail, output }, ports, ending));
  };
  return { ask, file };
}

function told({ type, data }: RunInput) {
  if (type === 'guardrail.judged') return data.passed ? 'passed' : data.errors;
  return type === 'guardrail.failed_to_judge' ? data.code : type;
}

describe('validators', () => {
  test('a validator gets the output as text and JSON', async () => {
    const { ask } = opened();
    expect(await ask('plain', '{"answer":42}')).toBe('passed');
    expect(await ask('plain', 'fine')).toBe('passed');
    expect(await ask('plain', '{"answer":43}')).toEqual([]);
    expect(await ask('named', 'short')).toEqual(['no answer in it', 'saw short']);
    expect(await ask('later')).toBe('passed');
  });

  test('a broken or lying validator passes nothing', async () => {
    const { ask } = opened();
    for (const name of ['throws', 'rejects', 'crashes'])
      expect([name, await ask(name)]).toEqual([name, 'validator_threw']);
    for (const name of ['exits', 'eats', 'dies'])
      expect([name, await ask(name)]).toEqual([name, 'validator_died']);
    for (const name of ['nothing', 'truthy', 'text', 'lies', 'both', 'odd', 'mixed', 'acting'])
      expect([name, await ask(name)]).toEqual([name, 'validator_nonsense']);
    for (const name of ['gone', 'noFunction'])
      expect([name, await ask(name)]).toEqual([name, 'validator_not_loaded']);
    for (const name of ['unheard', 'constructor', '__proto__'])
      expect([name, await ask(name)]).toEqual([name, 'validator_missing']);
    const many = await ask('many');
    expect([many.length, many[0]?.length]).toEqual([10, 300]);
  }, 60_000);

  test('a hanging validator ends with the run', async () => {
    const { ask } = opened(150);
    let turns = 0;
    const counting = setInterval(() => turns++, 5);
    expect(await ask('hangs')).toBe('validator_timeout');
    expect(await ask('spins')).toBe('validator_timeout');
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
    const ending = new AbortController();
    const asked = opened().ask('spins', 'x', ending.signal);
    ending.abort();
    expect(await asked).toBe('cancelled');
  }, 30_000);

  test('drops a validator’s output and long quotes', async () => {
    const { ask } = opened();
    const printed: string[] = [];
    const streams = [process.stdout, process.stderr] as const;
    const writes = streams.map((stream) => stream.write);
    for (const stream of streams) stream.write = (text: unknown) => printed.push(String(text)) > 0;
    try {
      expect(await ask('prints', 'a CANARY that is printed')).toBe('passed');
    } finally {
      for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write;
    }
    expect(printed.join('')).not.toContain('CANARY');
    const output = `{"reason":"${'a CANARY that nobody may see '.repeat(3)}"}`;
    expect(await ask('named', output)).toEqual(['no answer in it', 'saw …']);
    expect(withoutEcho(['short', '', 'x'.repeat(40)], 'short')).toEqual(['short', '', 'x'.repeat(40)]);
    const begun = performance.now();
    withoutEcho(
      Array.from({ length: 20 }, () => 'ab'.repeat(2_000)),
      'ba '.repeat(500_000),
    );
    expect(performance.now() - begun).toBeLessThan(5_000 * measuredTimeFactor());
  });

  test('a changed validator file judges nothing', async () => {
    const { ask, file } = opened();
    expect(await ask('plain', 'fine')).toBe('passed');
    writeFileSync(file, 'export default () => true;');
    expect(await ask('plain', 'CANARY')).toBe('validator_changed');
  });

  test('anything but a judgement is none', () => {
    for (const given of [
      null,
      0,
      'yes',
      [],
      [true],
      {},
      { passed: 1 },
      { passed: false, errors: {} },
      () => true,
    ])
      expect(soundJudgement(given)).toBeUndefined();
    const proxy = new Proxy({}, { get: () => new Error('no') });
    expect(soundJudgement(proxy)).toBeUndefined();
  });
});
