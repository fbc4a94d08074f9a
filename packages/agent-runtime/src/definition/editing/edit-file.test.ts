import type { JsonValue } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { editMarkdown, editYaml } from './edit-file.ts';

const file = `---
# who it is
kind: agent
name: ada # never changes
title: Ada

model: small # cheap
tools:
  # reads alone
  allow: [read_file, grep]
---

# Role

   You help. \t
---
- not front matter
`;

/** Each row: a text, the edited path, the new value, and the result. */
const alike: [string, (string | number)[], JsonValue | undefined, string][] = [
  ['a: [x,  y] # one\n', ['a', 1], 'z', 'a: [x,  z] # one\n'],
  ['a: [x] # one\n', ['a', 1], 'y, z', 'a: [x, "y, z"] # one\n'],
  ['a: [ x,  y ]\n', ['a', 0], undefined, 'a: [ y ]\n'],
  ['a:\n- x # one\n- y\n', ['a', 0], undefined, 'a:\n- y\n'],
  [
    'a:\n   - x # one\n\nb: 1\n',
    ['a', 1],
    { c: 1, d: 2 },
    'a:\n   - x # one\n   - c: 1\n     d: 2\n\nb: 1\n',
  ],
  ['- a: 1\n  b: 2\n', [0, 'a'], undefined, '- b: 2\n'],
  ['a: # one\n  # two\n  b: 1\nc: 2\n', ['a', 'b'], undefined, 'a: # one\n  # two\n  {}\nc: 2\n'],
  ['a: # one\nb: 2\n', ['a'], 'x', 'a: x # one\nb: 2\n'],
  ['a: |\n  one\n  two\nb: 2\n', ['a'], 'three\nfour\n', 'a: |\n  three\n  four\nb: 2\n'],
  ['a: |\n  one\n\nb: 2\n', ['a'], 'three', 'a: three\n\nb: 2\n'],
  ['a:\n- x\nb: 2\n', ['a'], { c: [1] }, 'a:\n  c:\n    - 1\nb: 2\n'],
  ["a: { b: 'x' }\n", ['a', 'b', 'c'], 'a\n---\nb', 'a: { b: {c: "a\\n---\\nb"} }\n'],
  ['a:\n- x # one\nb: 2\n', ['a', 0], undefined, 'a:\n  [] # one\nb: 2\n'],
  ['a:\n- x\nb: 2\n', ['a'], [], 'a:\n  []\nb: 2\n'],
  ['a:\n  b: # one\nc: 2\n', ['a'], true, 'a:\n  true # one\nc: 2\n'],
  ['a: 1', ['b', 'c'], ['x', 'y'], 'a: 1\nb:\n  c:\n    - x\n    - y\n'],
  ['a: 1\n# the end\n', ['b'], ['x', 'y'], 'a: 1\nb: [x, y]\n# the end\n'],
  ['# nothing\n', ['a'], 1, '# nothing\na: 1\n'],
  ['{ "a": 1 }', ['b'], 2, '{ "a": 1, b: 2 }'],
  ['a: 1\n', ['b'], undefined, 'a: 1\n'],
];

describe('a file that is edited', () => {
  it('an edit keeps comments, order and body', () => {
    const edited = editMarkdown(file, [
      { path: ['model'], value: 'big' },
      { path: ['tools', 'deny'], value: ['bash'] },
      { path: ['title'], value: 'Ada: the first' },
    ]);
    expect(edited.slice(edited.indexOf('\n# Role'))).toBe(file.slice(file.indexOf('\n# Role')));
    for (const comment of ['# who it is', '# never changes', '# cheap', '# reads alone'])
      expect(edited).toContain(comment);
    expect(decodeMarkdown(edited)).toMatchObject({
      title: 'Ada: the first',
      model: { name: 'big' },
      tools: { allow: ['read_file', 'grep'], deny: ['bash'] },
    });
    const undone = editMarkdown(edited, [
      { path: ['model'], value: 'small' },
      { path: ['tools', 'deny'] },
      { path: ['title'], value: 'Ada' },
    ]);
    expect(decodeMarkdown(undone)).toEqual(decodeMarkdown(file));
  });

  it('an edit keeps CRLF and byte order mark', () => {
    const windows = `\ufeff${file.replaceAll('\n', '\r\n')}`;
    const edited = editMarkdown(windows, [{ path: ['version'], value: '1.0.0' }]);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
    expect(edited.startsWith('\ufeff---\r\n# who')).toBe(true);
    expect(decodeMarkdown(edited).version).toBe('1.0.0');
  });

  it('keeps the comments of YAML', () => {
    expect(editYaml('a: 1 # one\nb: 2\n', [{ path: ['a'], value: 2 }, { path: ['b'] }])).toBe('a: 2 # one\n');
  });

  it('rewrites a file whose member cannot be edited alone', () => {
    const anchored = 'a: &a { x: 1 } # one\nb: *a\nc: 3\n';
    const edited = editYaml(anchored, [{ path: ['a', 'x'], value: 2 }]);
    expect(parse(edited)).toEqual({ a: { x: 2 }, b: { x: 1 }, c: 3 });
    expect(parse(editYaml(anchored, [{ path: ['a'] }]))).toEqual({ b: { x: 1 }, c: 3 });
    // The alias itself has no references, so it can be edited alone.
    expect(editYaml(anchored, [{ path: ['b', 'x'], value: 2 }])).toBe(anchored.replace('*a', '{x: 2}'));
    expect(() => editYaml('a: [1', [{ path: ['a'], value: 1 }])).toThrow(DefinitionError);
    expect(() => editYaml('a: [1]', [{ path: ['a', 'x'], value: 1 }])).toThrow('a list has no member x');
  });

  it('a member is set in its present style', () => {
    for (const [text, path, value, edited] of alike) {
      const edit = value === undefined ? { path } : { path, value };
      expect(editYaml(text, [edit])).toBe(edited);
      const windows = text.replaceAll('\n', '\r\n');
      if (text.includes('\n')) expect(editYaml(windows, [edit])).toBe(edited.replaceAll('\n', '\r\n'));
    }
  });
});

it('keeps comments where a new text ends with a space of Unicode', () => {
  const text = 'a: 1 # one\n';
  const edited = editYaml(text, [{ path: ['b', 'c'], value: { d: ['x\u2000'] } }]);
  expect(edited.startsWith(text)).toBe(true);
  expect(parse(edited)).toEqual({ a: 1, b: { c: { d: ['x\u2000'] } } });
});
