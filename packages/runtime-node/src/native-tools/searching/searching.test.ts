import { expect, it } from 'vitest';
import { measuredTimeFactor } from '../../../../../test/support/time-factor.ts';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const toolsFor = (files: Record<string, string | Buffer>) =>
  createNativeTools({ projectFolder: scratchProject(files).folder });

const tree = {
  'a.ts': 'TODO one\nnothing\n',
  'src/b.ts': 'x = 1 // todo two\n',
  'src/deep/c.md': 'a.b TODO',
  'src/[x].ts': '',
  'node_modules/p/d.ts': 'TODO',
  '.git/config': 'TODO',
  '.github/e.yml': 'TODO',
  '.env': 'TODO=secret',
  'f.bin': Buffer.from('TODO\0'),
};

it('files are found by patterns of paths', async () => {
  const tools = toolsFor(tree);
  const found = async (pattern: string, path = '.') =>
    toText(await callTool(tools, 'glob', { pattern, path })).split('\n');
  expect(await found('*.ts')).toEqual(['a.ts']);
  expect(await found('**/*.ts')).toEqual(['a.ts', 'src/[x].ts', 'src/b.ts']);
  expect(await found('src/**')).toEqual(['src/[x].ts', 'src/b.ts', 'src/deep/c.md']);
  expect(await found('{a.ts,src/{b,x}.ts}')).toEqual(['a.ts', 'src/b.ts']);
  expect(await found('src/\\[x\\].ts')).toEqual(['src/[x].ts']);
  expect(await found('src/[a-c].t?')).toEqual(['src/b.ts']);
  expect(await found('.github/*.yml')).toEqual(['.github/e.yml']);
  expect(await found('[!a]*/*.yml')).toEqual(['no file matches']);
  expect(await found('*.md', 'src/deep')).toEqual(['src/deep/c.md']);
  expect(await found('**')).toEqual(['a.ts', 'f.bin', 'src/[x].ts', 'src/b.ts', 'src/deep/c.md']);
  expect(await found('a.ts.')).toEqual(['no file matches']);
});

it('lines are found with their files and numbers', async () => {
  const tools = toolsFor(tree);
  const found = async (args: Record<string, string | boolean | number>) =>
    toText(await callTool(tools, 'grep', args)).split('\n');
  expect(await found({ pattern: 'TODO' })).toEqual(['a.ts:1: TODO one', 'src/deep/c.md:1: a.b TODO']);
  expect(await found({ pattern: 'TODO', hidden: true })).toEqual([
    '.github/e.yml:1: TODO',
    'a.ts:1: TODO one',
    'src/deep/c.md:1: a.b TODO',
  ]);
  expect(await found({ pattern: 'todo', case_insensitive: true, glob: '**/*.ts' })).toEqual([
    'a.ts:1: TODO one',
    'src/b.ts:1: x = 1 // todo two',
  ]);
  expect(await found({ pattern: 'a.b', literal: true, path: 'src/deep/c.md' })).toEqual([
    'src/deep/c.md:1: a.b TODO',
  ]);
  expect(await found({ pattern: 'TODO', limit: 1 })).toEqual([
    'a.ts:1: TODO one',
    '[more than 1 lines match: use a narrower pattern]',
  ]);
});

it('explains an invalid pattern', async () => {
  const tools = toolsFor({ a: 'a' });
  for (const pattern of ['(', 'a{2000}', '(a{1000}){1000}', '((a{100}){100}){100}', '(?=a)', '\\1'])
    expect((await callTool(tools, 'grep', { pattern })).error?.code, pattern).toBe('invalid_pattern');
  for (const pattern of ['[', '{a,b', '{'.repeat(50), 'x'.repeat(2_000)])
    expect((await callTool(tools, 'glob', { pattern })).error?.code, pattern).toBe('invalid_pattern');
});

it('no pattern makes a search hang', async () => {
  const tools = toolsFor({ [`${'a'.repeat(200)}`]: `${'a'.repeat(50_000)}\n`.repeat(20), 'b/c/d/e/f': '' });
  const before = performance.now();
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*b', '(a?){30}a{30}', '(?:a*)*(?:a*)*c', 'a{500}b'])
    expect((await callTool(tools, 'grep', { pattern: `^${pattern}x` })).status, pattern).toBe('ok');
  for (const pattern of [
    '{a,b}'.repeat(150),
    '**/'.repeat(300),
    `${'**/*'.repeat(200)}x`,
    `${'*a'.repeat(400)}b`,
    '{'.repeat(10) + 'a,'.repeat(300) + '}'.repeat(10),
    `${'[a-z]*'.repeat(150)}!`,
  ])
    expect((await callTool(tools, 'glob', { pattern })).status, pattern.slice(0, 20)).toBe('ok');
  expect(performance.now() - before).toBeLessThan(25_000 * measuredTimeFactor());
});

it('a search ends with its call and yields meanwhile', async () => {
  const tools = toolsFor(
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, 'ab\n'.repeat(500_000)])),
  );
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 5);
  const outcome = await callTool(tools, 'grep', { pattern: '(a|b)*c' }, { signal: AbortSignal.timeout(400) });
  clearInterval(ticking);
  expect(outcome.error?.code).toBe('tool_timeout');
  expect(turns).toBeGreaterThan(3);
});
