import { describe, expect, it } from 'vitest';
import { changeSources, type Sources } from './change-sources.ts';
import {
  addImport,
  changeFile,
  changesIn,
  type Edit,
  insertAfter,
  insertBefore,
  remove,
  replace,
  replaceText,
  within,
} from './changes.ts';
import { MutationError } from './mutation-error.ts';

const door = `import { bolt, type Key } from './bolt.ts';

export function open(keys: Key[]): boolean {
  if (keys.length === 0) return false;
  const [first] = keys;
  // The bolt comes first.
  bolt.turn(first, 'to the  left');
  return fits(first) && fits(keys);
}

const colours = ['red', 'green'];
`;
const files: Record<string, string> = {
  'packages/doors/src/door.ts': door,
  'packages/doors/src/a.ts': 'const size = 1;\nexport const wide = size;\n',
  'packages/doors/src/b.ts': 'const size = 2;\nexport const high = size;\n',
  'examples/door.json': '{\n  "kind": "door",\n  "version": 1\n}\n',
  'examples/door.md': 'See the door.\n',
};
const sources = (texts = files): Sources => ({
  collectFiles: (workspace) => Object.keys(texts).filter((file) => file.startsWith(`${workspace}/`)),
  read: (file) => texts[file],
});
const inDoors = changesIn('packages/doors');
const opened = (...edits: Edit[]) =>
  changeSources(sources(), [inDoors('open', ...edits)]).get('packages/doors/src/door.ts');
const getCode = (use: () => unknown) => {
  try {
    use();
  } catch (error) {
    return error instanceof MutationError ? error.code : error;
  }
  return undefined;
};

describe('an edit', () => {
  it.each([
    ['replaces code', replace('fits(first)', 'true'), 'fits(first)', 'true'],
    [
      'removes a statement with its line',
      remove('if (…) return false;'),
      '  if (keys.length === 0) return false;\n',
      '',
    ],
    [
      'inserts a statement',
      insertBefore('const [first] = keys;', 'log();'),
      'const [first]',
      'log();\nconst [first]',
    ],
    ['inserts an argument', insertAfter("'to the  left'", '2'), "left');", "left',\n2);"],
    ['replaces text', replaceText('to the left', 'right'), 'to the  left', 'right'],
    ['adds an import', addImport('frame', './bolt.ts'), 'bolt, type Key', 'bolt, type Key, frame'],
    ['stays within other code', within('fits(keys)', replace('keys', 'first')), 'fits(keys)', 'fits(first)'],
  ])('%s', (_, edit, from, to) => {
    expect(opened(edit)).toBe(door.replace(from, to));
  });

  it('removes an element with its comma', () => {
    const changed = changeSources(sources(), [inDoors('colours', remove("'red'"))]);
    expect(changed.get('packages/doors/src/door.ts')).toContain("[ 'green']");
  });

  it('is found after its symbol moved and was formatted', () => {
    const moved = { 'packages/doors/src/lock/open.ts': door.replaceAll('\n', '\n\n').replaceAll('(', '(\n') };
    const changed = changeSources(sources(moved), [inDoors('open', replace('fits(first)', 'true'))]);
    expect(changed.get('packages/doors/src/lock/open.ts')).toContain('true && fits(');
  });

  it('changes files that are named by their path', () => {
    const json = changeSources(sources(), [changeFile('examples/door.json', remove('"version": 1'))]);
    expect(json.get('examples/door.json')).toBe('{\n  "kind": "door",\n}\n');
    const prose = changeSources(sources(), [changeFile('examples/door.md', replaceText('the door', 'it'))]);
    expect(prose.get('examples/door.md')).toBe('See it.\n');
  });

  it('joins with others of the same file', () => {
    const changes = [
      inDoors('open', remove('const [first] = keys;')),
      inDoors('colours', replace("'red'", "'blue'")),
    ];
    const [text = ''] = changeSources(sources(), changes).values();
    expect(text).not.toContain('[first]');
    expect(text).toContain("['blue', 'green']");
  });
});

describe('a place that is not in the sources as described', () => {
  it.each([
    ['symbol_missing', [inDoors('close', remove('x'))]],
    ['symbol_ambiguous', [inDoors('size', replace('1', '3'))]],
    ['code_missing', [inDoors('open', remove('bolt.oil()'))]],
    ['code_ambiguous', [inDoors('open', replace('first', 'keys'))]],
    ['code_missing', [inDoors('open', replaceText('keys', 'locks'))]],
    ['edits_overlap', [inDoors('open', remove('fits(first)'), replace('fits(first) && fits(keys)', 'true'))]],
    ['nothing_changed', [inDoors('open', replace('fits(keys)', 'fits(keys)'))]],
    ['nothing_changed', [inDoors('open', addImport('bolt', './bolt.ts'))]],
    ['file_missing', [changeFile('examples/window.json', remove('1'))]],
  ] as const)('%s is reported', (code, changes) => {
    expect(getCode(() => changeSources(sources(), changes))).toBe(code);
  });

  it('is found by another symbol of its file', () => {
    const changed = changeSources(sources(), [
      inDoors({ symbol: 'size', beside: 'high' }, replace('2', '3')),
    ]);
    expect([...changed.keys()]).toEqual(['packages/doors/src/b.ts']);
  });
});
