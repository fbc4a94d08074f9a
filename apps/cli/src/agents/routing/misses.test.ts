import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getMiss, keepMiss, readMisses, routesFolder } from './misses.ts';

function scratch(): { folder: string; environment: { AGENT_HOME_DATA: string } } {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-misses-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, environment: { AGENT_HOME_DATA: join(folder, 'data') } };
}

const miss = (prompt: string) =>
  getMiss(prompt, { time: new Date(Date.UTC(2026, 0, 1)), chosen: 'ada', routed: undefined });

test('a stored prompt is short and cannot steer a terminal', () => {
  const { environment } = scratch();
  expect(readMisses(environment)).toEqual([]);
  keepMiss(environment, miss(`a\u001b[2J\u202e\n${'🐛'.repeat(5_000)}`));
  const [kept] = readMisses(environment);
  expect(kept).toMatchObject({
    chosen: 'ada',
    routed: null,
    prompt_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect([...(kept?.prompt ?? '')]).toHaveLength(300);
  expect(kept?.prompt).toMatch(/^a \[2J (🐛)+$/u);
  const file = join(routesFolder(environment), 'misses.jsonl');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('skips foreign lines and restores private access', () => {
  const { environment } = scratch();
  const folder = routesFolder(environment);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'misses.jsonl');
  writeFileSync(file, '{"chosen":1}\nnonsense\n', { mode: 0o644 });
  keepMiss(environment, miss('x'));
  expect(readMisses(environment)).toHaveLength(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a partial line spoils no other, and files are cut', () => {
  const { environment } = scratch();
  const file = join(routesFolder(environment), 'misses.jsonl');
  keepMiss(environment, miss('one'));
  appendFileSync(file, '{"time":');
  keepMiss(environment, miss('two'));
  expect(readMisses(environment).map(({ prompt }) => prompt)).toEqual(['two', 'one']);
  appendFileSync(file, 'x'.repeat(9 * 1024 * 1024));
  keepMiss(environment, miss('three'));
  keepMiss(environment, miss('four'));
  expect(readMisses(environment).map(({ prompt }) => prompt)).toEqual(['four', 'three']);
});

test('a dead process’s mark does not prevent cutting', () => {
  const { environment } = scratch();
  const mark = join(routesFolder(environment), 'cutting');
  mkdirSync(mark, { recursive: true });
  utimesSync(mark, 0, 0);
  for (let at = 0; at < 1_250; at += 1) keepMiss(environment, miss(`prompt ${at}`));
  const kept = readMisses(environment);
  expect(kept).toHaveLength(1_000);
  expect([kept[0]?.prompt, kept.at(-1)?.prompt]).toEqual(['prompt 1249', 'prompt 250']);
  const lines = readFileSync(join(routesFolder(environment), 'misses.jsonl'), 'utf8').split('\n');
  expect(lines.length).toBeLessThan(1_150);
});

test('a link in place of kept overrides is unused', () => {
  const { folder, environment } = scratch();
  const target = join(folder, 'target.txt');
  writeFileSync(target, 'untouched');
  mkdirSync(routesFolder(environment), { recursive: true });
  symlinkSync(target, join(routesFolder(environment), 'misses.jsonl'));
  expect(() => keepMiss(environment, miss('x'))).toThrow(/ELOOP/);
  expect(readMisses(environment)).toEqual([]);
  rmSync(routesFolder(environment), { recursive: true });
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), routesFolder(environment));
  expect(() => keepMiss(environment, miss('x'))).toThrow(/not a folder/);
  expect(readFileSync(target, 'utf8')).toBe('untouched');
});
