import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNameTable } from './name-table.ts';
import { pinTools } from './pin-tools.ts';
import { resolveName } from './resolve-name.ts';
import { listsPermit, matchesList } from './tool-lists.ts';

const table = buildNameTable([
  { name: 'read_file', aliases: ['cat', 'open_file'] },
  { name: 'write_file' },
  { name: 'grep' },
  { name: 'home.say' },
  { name: 'mcp.files.read_file' },
  { name: 'mcp.files.cat' },
  { name: 'mcp.git.log' },
  { name: 'mcp.github.get_issue' },
]);
const permitted = (lists: { allow?: string[]; deny: string[] }) =>
  [...table.tools.keys()].filter((name) => listsPermit(table, lists, name));

describe('lists of tools', () => {
  it('allows all tools without an allow, and none if empty', () => {
    expect(permitted({ deny: [] })).toEqual([...table.tools.keys()]);
    expect(permitted({ deny: ['grep'] })).not.toContain('grep');
    expect(permitted({ allow: [], deny: [] })).toEqual([]);
  });

  it('a tool in both lists is denied', () => {
    expect(permitted({ allow: ['grep', 'read_file'], deny: ['grep'] })).toEqual(['read_file']);
  });

  it('a trailing * matches after a whole word', () => {
    expect(permitted({ allow: ['mcp.git.*'], deny: [] })).toEqual(['mcp.git.log']);
    expect(permitted({ allow: ['mcp.*'], deny: ['mcp.git.*'] })).toEqual([
      'mcp.files.read_file',
      'mcp.files.cat',
      'mcp.github.get_issue',
    ]);
    expect(permitted({ allow: ['*'], deny: ['MCP/GIT*'] })).not.toContain('mcp.github.get_issue');
    expect(permitted({ deny: ['*'] })).toEqual([]);
  });

  it('an allow reaches one tool, a deny also the same tool of a server', () => {
    expect(permitted({ allow: ['read_file'], deny: [] })).toEqual(['read_file']);
    expect(permitted({ allow: ['*'], deny: ['read_file'] })).toEqual([
      'write_file',
      'grep',
      'home.say',
      'mcp.git.log',
      'mcp.github.get_issue',
    ]);
    expect(permitted({ allow: ['*'], deny: ['mcp.files.read_file'] })).toContain('read_file');
  });

  it('a deny of a file tool denies patches as well', () => {
    const files = buildNameTable(
      ['apply_patch', 'write_file', 'edit_file', 'read_file'].map((name) => ({ name })),
    );
    for (const entry of ['write_file', 'edit-file', 'Edit_File', 'write*', 'apply_patch'])
      expect([entry, listsPermit(files, { deny: [entry] }, 'apply_patch')]).toEqual([entry, false]);
    for (const entry of ['read_file', 'delete_file'])
      expect([entry, listsPermit(files, { deny: [entry] }, 'apply_patch')]).toEqual([entry, true]);
    // The other direction is another question: a deny of patches leaves the other tools.
    expect(listsPermit(files, { deny: ['apply_patch'] }, 'write_file')).toBe(true);
    // An allow of one tool allows no other.
    expect(listsPermit(files, { allow: ['write_file'], deny: [] }, 'apply_patch')).toBe(false);
  });

  it('pins an agent’s tools and reports unmatched entries', () => {
    expect(pinTools(table, { allow: ['raed_file', 'Grep', 'mcp.git.*'], deny: ['bsh'] })).toEqual({
      tools: ['mcp.git.log'],
      unknown: [
        { list: 'allow', index: 0, entry: 'raed_file', nearest: ['read_file'] },
        // An allow never guesses, while a deny of `Grep` would apply.
        { list: 'allow', index: 1, entry: 'Grep', nearest: ['grep'] },
        { list: 'deny', index: 0, entry: 'bsh', nearest: [] },
      ],
    });
  });

  it('an unlisted tool is allowed by no list and denied by name', () => {
    expect(matchesList(table, ['*'], 'rm_rf', 'allow')).toBe(false);
    expect(matchesList(table, ['rm-rf'], 'rm_rf', 'deny')).toBe(true);
  });
});

/** Spellings of a name that a model, a person or an attacker may use. */
const drift = (name: string) =>
  fc
    .tuple(
      fc.constantFrom('_', '-', '.', ' ', '/', '__', '', '＿', '\u200b', '::'),
      fc.array(fc.constantFrom('lower', 'upper', 'wide', 'title', 'cat'), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('', ' ', '_', '\t', '\u00ad'),
    )
    .map(([separator, styles, around]) => {
      const words = name.split(/[._-]+/).map((word, index) => styled(word, styles[index % styles.length]));
      return `${around}${words.join(separator)}${around}`;
    });

function styled(word: string, style: string | undefined): string {
  if (style === 'upper') return word.toUpperCase();
  if (style === 'title') return `${word[0]?.toUpperCase()}${word.slice(1)}`;
  if (style === 'wide')
    return word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  return word;
}

describe('denied tools', () => {
  const names = [...table.tools.keys(), 'cat', 'open_file', 'mcp__files__read_file', 'mcp-files-cat'];

  it('no spelling or alias reaches a denied name', () => {
    let spellings = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), drift(name), drift(name))),
        ([name, written, inTheList]) => {
          spellings += 1;
          const meant = resolveName(table, name);
          if (!('canonical' in meant)) throw new Error(name);
          // Every name that a model writes resolves to the tool itself or to no tool …
          const reached = resolveName(table, written);
          if ('canonical' in reached) expect(reached.canonical).toBe(meant.canonical);
          // … and a deny in any spelling denies the tool that it means.
          for (const deny of [[name], [inTheList]]) {
            expect(matchesList(table, deny, meant.canonical, 'deny')).toBe(true);
            if ('canonical' in reached) expect(listsPermit(table, { deny }, reached.canonical)).toBe(false);
          }
        },
      ),
      { numRuns: 12_000 },
    );
    expect(spellings).toBeGreaterThanOrEqual(10_000);
  });

  it('most of these spellings reach the tool without the deny', () => {
    const written = fc.sample(drift('read_file'), 1_000);
    const reached = written.filter((each) => 'canonical' in resolveName(table, each));
    expect(reached.length).toBeGreaterThan(900);
    expect(new Set(written).size).toBeGreaterThan(100);
  });
});
