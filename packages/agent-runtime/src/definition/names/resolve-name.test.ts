import { describe, expect, it } from 'vitest';
import { buildNameTable } from './name-table.ts';
import { resolveName } from './resolve-name.ts';

const table = buildNameTable([
  { name: 'read_file', aliases: ['cat'] },
  { name: 'grep' },
  { name: 'home.say' },
  { name: 'mcp.github.get_issue' },
]);

describe('names of tools', () => {
  it.each([
    ['read_file', 'read_file', 'exact'],
    ['home__say', 'home.say', 'exact'],
    ['mcp__github__get_issue', 'mcp.github.get_issue', 'exact'],
    ['cat', 'read_file', 'alias'],
    ['read-file', 'read_file', 'alias'],
    ['mcp-github-get-issue', 'mcp.github.get_issue', 'alias'],
    ['ReadFile', 'read_file', 'normalized'],
    ['READ FILE', 'read_file', 'normalized'],
    ['ｒｅａｄ＿ｆｉｌｅ', 'read_file', 'normalized'],
    ['Cat', 'read_file', 'normalized'],
    ['home/say', 'home.say', 'normalized'],
    ['mcp.GitHub.getIssue', 'mcp.github.get_issue', 'normalized'],
  ])('a written name leads to its tool, and says by which way: %s', (written, canonical, how) => {
    expect(resolveName(table, written)).toEqual({ canonical, how });
  });

  it('an unknown name resolves to none and lists the nearest', () => {
    expect(resolveName(table, 'raed_file')).toEqual({ how: 'unknown', nearest: ['read_file'] });
    expect(resolveName(table, 'system_shutdown')).toEqual({ how: 'unknown', nearest: [] });
    // The bare name of a server’s tool is not its name.
    expect(resolveName(table, 'get_issue')).toMatchObject({ how: 'unknown' });
    for (const nothing of ['', ' ', undefined, null, 7, {}])
      expect(resolveName(table, nothing)).toEqual({ how: 'missing', nearest: [] });
    expect(resolveName(table, 'read_file'.repeat(100_000))).toEqual({ how: 'unknown', nearest: [] });
  });

  it('a name that could mean two tools means none', () => {
    const alike = buildNameTable([{ name: 'mcp.a.getIt' }, { name: 'mcp.a.get_it' }]);
    expect(alike.collisions).toMatchObject([{ name: 'mcp-a-get-it' }]);
    const loose = buildNameTable([{ name: 'mcp.a.get_it' }, { name: 'mcp.ag.et_it' }]);
    expect(loose.collisions).toEqual([]);
    expect(resolveName(loose, 'mcpAgetIt')).toEqual({
      how: 'ambiguous',
      nearest: ['mcp.a.get_it', 'mcp.ag.et_it'],
    });
  });

  it('a second tool of a name is a collision', () => {
    const taken = buildNameTable([
      { name: 'read_file' },
      { name: 'read_file' },
      { name: 'x.tool', aliases: ['read_file'] },
    ]);
    expect([...taken.tools.keys()]).toEqual(['read_file']);
    expect(taken.collisions).toEqual([
      { name: 'read_file', tools: ['read_file', 'read_file'] },
      { name: 'read_file', tools: ['read_file', 'x.tool'] },
    ]);
    expect(resolveName(taken, 'x.tool')).toMatchObject({ how: 'unknown' });
  });

  it('cuts names too long for a vendor with a hash', () => {
    const long = 'mcp.server.'.concat('a_tool_with_a_long_name'.repeat(5));
    const two = buildNameTable([{ name: `${long}1` }, { name: `${long}2` }]);
    expect(two.collisions).toEqual([]);
    for (const { wire, spec, canonical } of two.tools.values()) {
      expect(wire).toMatch(/^[a-zA-Z0-9_-]{64}$/);
      expect(spec).toMatch(/^[a-z][a-z0-9-]{62}$/);
      expect(resolveName(two, wire)).toEqual({ canonical, how: 'exact' });
    }
  });

  it('every tool has a vendor name and a spec name', () => {
    const odd = ['ls', 'x', '7z', 'mcp.s.工具', 'mcp.s.a/b c', 'Bash'];
    const { tools, collisions } = buildNameTable(odd.map((name) => ({ name })));
    expect(collisions).toEqual([]);
    for (const { wire, spec } of tools.values()) {
      expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(spec).toMatch(/^[a-z][a-z0-9-]{2,62}$/);
    }
  });
});
