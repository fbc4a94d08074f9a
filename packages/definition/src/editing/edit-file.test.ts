import { describe, expect, it } from 'vitest';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
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

describe('a file that is edited', () => {
  it('keeps its comments, the order of its members and every byte of its body', () => {
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

  it('keeps the line ends and the byte order mark it had', () => {
    const windows = `\ufeff${file.replaceAll('\n', '\r\n')}`;
    const edited = editMarkdown(windows, [{ path: ['version'], value: '1.0.0' }]);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
    expect(edited.startsWith('\ufeff---\r\n# who')).toBe(true);
    expect(decodeMarkdown(edited).version).toBe('1.0.0');
  });

  it('of YAML keeps its comments', () => {
    expect(editYaml('a: 1 # one\nb: 2\n', [{ path: ['a'], value: 2 }, { path: ['b'] }])).toBe('a: 2 # one\n');
  });
});
