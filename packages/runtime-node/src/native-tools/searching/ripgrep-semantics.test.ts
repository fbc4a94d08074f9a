import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

type Args = Record<string, string | boolean | number | string[]>;

function openTree(files: Record<string, string | Buffer>) {
  const tools = createNativeTools({ projectFolder: scratchProject(files).folder });
  const call = async (tool: string, args: Args) => callTool(tools, tool, args);
  return {
    call,
    grep: async (args: Args) => toText(await call('grep', args)).split('\n'),
    glob: async (args: Args) => toText(await call('glob', args)).split('\n'),
  };
}

it('a search leaves out ignored, hidden and binary files', async () => {
  const { grep, glob } = openTree({
    '.gitignore': '*.log\n/dist/\n!keep.log\n',
    'packages/.gitignore': '/made\n!packages.log\n',
    '.ignore': 'extra.ts\n',
    'a.ts': 'x',
    'extra.ts': 'x',
    'keep.log': 'x',
    'lost.log': 'x',
    'dist/b.ts': 'x',
    'packages/made': 'x',
    'packages/packages.log': 'x',
    'packages/src/made': 'x',
    '.hidden/c.ts': 'x',
    'late.bin': Buffer.from(`x${'y'.repeat(20_000)}\0`),
    'wide.txt': Buffer.from('\ufeffx\n', 'utf16le'),
  });
  const found = ['a.ts', 'keep.log', 'packages/packages.log', 'packages/src/made'];
  const args = { pattern: 'x', output: 'files' };
  expect(await grep(args)).toEqual([...found, 'wide.txt']);
  expect(await glob({ pattern: '**' })).toEqual([
    ...['a.ts', 'keep.log', 'late.bin', 'packages/packages.log', 'packages/src/made', 'wide.txt'],
  ]);
  expect(await grep({ ...args, hidden: true })).toContain('.hidden/c.ts');
  expect(await glob({ pattern: '.hidden/*' })).toEqual(['.hidden/c.ts']);
  expect(await grep({ ...args, ignored: true })).toEqual(
    ['a.ts', 'dist/b.ts', 'extra.ts', 'keep.log', 'lost.log', 'packages/made'].concat([
      'packages/packages.log',
      'packages/src/made',
      'wide.txt',
    ]),
  );
  expect(await glob({ pattern: '*.log', ignored: true })).toEqual(['keep.log', 'lost.log']);
  // A named folder or file is searched even if it is ignored; rules above it hold inside.
  expect(await grep({ ...args, path: 'dist' })).toEqual(['dist/b.ts']);
  expect(await grep({ ...args, path: 'lost.log' })).toEqual(['lost.log']);
  expect(await grep({ ...args, path: 'packages' })).toEqual(['packages/packages.log', 'packages/src/made']);
});

it('matches come with context, words, cases and over lines', async () => {
  const { grep } = openTree({
    'a.txt': 'one\ntwo\nthree\nfour\nfive\nsix two\n',
    'b.txt': 'Two twofold\r\nfn(\n  x,\n)\n',
  });
  expect(await grep({ pattern: 'two', context: 1, path: 'a.txt' })).toEqual([
    ...['a.txt-1- one', 'a.txt:2: two', 'a.txt-3- three', '--', 'a.txt-5- five', 'a.txt:6: six two'],
  ]);
  expect(await grep({ pattern: 'three', before: 0, after: 2 })).toEqual([
    ...['a.txt:3: three', 'a.txt-4- four', 'a.txt-5- five'],
  ]);
  expect(await grep({ pattern: 'two', word: true })).toEqual(['a.txt:2: two', 'a.txt:6: six two']);
  expect(await grep({ pattern: 'a|two', word: true, case_insensitive: true, path: 'b.txt' })).toEqual([
    'b.txt:1: Two twofold',
  ]);
  expect(await grep({ pattern: 'two', smart_case: true, output: 'counts' })).toEqual(['a.txt:2', 'b.txt:1']);
  expect(await grep({ pattern: 'Two', smart_case: true, output: 'counts' })).toEqual(['b.txt:1']);
  expect(await grep({ pattern: 'fn\\(\\s+x', multiline: true })).toEqual(['b.txt:2: fn(', 'b.txt:3:   x,']);
  expect(await grep({ pattern: 'fn.*x', multiline: true })).toEqual(['no line matches']);
  expect(await grep({ pattern: '(?s)fn.*\\)', multiline: true, output: 'counts' })).toEqual(['b.txt:3']);
  expect(await grep({ pattern: '^$' })).toEqual(['no line matches']);
  expect(await grep({ pattern: 't', output: 'files', limit: 1 })).toEqual([
    ...['a.txt', '[more than 1 files match: use a narrower pattern]'],
  ]);
});

it('files are chosen by globs and types', async () => {
  const { grep, call } = openTree({
    'a.ts': 'x',
    'src/b.ts': 'x',
    'src/b.test.ts': 'x',
    'src/c.py': 'x',
    'src/deep/d.tsx': 'x',
  });
  const files = (args: Args) => grep({ pattern: 'x', output: 'files', ...args });
  expect(await files({ glob: '*.ts' })).toEqual(['a.ts', 'src/b.test.ts', 'src/b.ts']);
  expect(await files({ glob: 'src/*.ts' })).toEqual(['src/b.test.ts', 'src/b.ts']);
  expect(await files({ glob: ['*.ts', '!*.test.ts'] })).toEqual(['a.ts', 'src/b.ts']);
  expect(await files({ glob: '!src/**' })).toEqual(['a.ts']);
  expect(await files({ type: 'ts' })).toEqual(['a.ts', 'src/b.test.ts', 'src/b.ts', 'src/deep/d.tsx']);
  expect(await files({ type: 'python', glob: '!c.py' })).toEqual(['no line matches']);
  expect((await call('grep', { pattern: 'x', type: 'cobol' })).error?.code).toBe('invalid_arguments');
  expect((await call('grep', { pattern: 'x', glob: '[' })).error?.code).toBe('invalid_pattern');
});

it('a long line is shown around its match', async () => {
  const { grep } = openTree({ 'a.js': `${'é'.repeat(5_000)}needle${'z'.repeat(50_000)}` });
  const [line = ''] = await grep({ pattern: 'needle' });
  expect(line).toMatch(/^a\.js:1: …é+needlez+…$/);
  expect(line.length).toBeLessThan(500);
});
