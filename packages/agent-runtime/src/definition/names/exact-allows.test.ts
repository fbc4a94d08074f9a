import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNameTable } from './name-table.ts';
import { pinTools } from './pin-tools.ts';
import { resolveName } from './resolve-name.ts';
import { findServer, getSpecName, toWireName } from './spellings.ts';
import { listsPermit, matchesList } from './tool-lists.ts';

/** Server `github` is configured but unavailable. A tool of `git` has a name with the same letters as one of its tools. */
const away = buildNameTable([{ name: 'read_file' }, { name: 'mcp.git.hub_get_issue' }], ['git', 'github']);
const wanted = 'mcp.github.get_issue';
const spellings = [
  wanted,
  toWireName(wanted),
  getSpecName(wanted),
  'mcp.GitHub.getIssue',
  'MCP GITHUB GET ISSUE',
  'ｍｃｐ．ｇｉｔｈｕｂ．ｇｅｔ＿ｉｓｓｕｅ',
  'mcpgithubgetissue',
];

describe('allows', () => {
  it('rejects an allow of a server that is away', () => {
    for (const entry of spellings) {
      expect([entry, listsPermit(away, { allow: [entry], deny: [] }, 'mcp.git.hub_get_issue')]).toEqual([
        entry,
        false,
      ]);
      // A deny still compares folded names.
      expect([entry, matchesList(away, [entry], 'mcp.git.hub_get_issue', 'deny')]).toEqual([entry, true]);
    }
    expect(pinTools(away, { allow: [wanted], deny: [] })).toEqual({ tools: [], unknown: [] });
  });

  it('reports a name of an absent server as unavailable', () => {
    for (const written of spellings.slice(0, -1))
      expect([written, resolveName(away, written)]).toEqual([written, { how: 'unavailable', nearest: [] }]);
    // Letters without separators name no server.
    expect(resolveName(away, 'mcpgithubgetissue')).toMatchObject({ how: 'unknown' });
    expect(resolveName(away, 'mcp__git__hub_get_issue')).toMatchObject({ how: 'exact' });
  });

  it('rejects a spec name that two servers could have', () => {
    const both = buildNameTable([{ name: 'mcp.git.hub_log' }], ['git', 'git-hub']);
    expect(matchesList(both, ['mcp-git-hub-log'], 'mcp.git.hub_log', 'allow')).toBe(false);
    for (const exact of ['mcp.git.hub_log', 'mcp__git__hub_log'])
      expect(matchesList(both, [exact], 'mcp.git.hub_log', 'allow')).toBe(true);
    const alone = buildNameTable([{ name: 'mcp.git.hub_log' }], ['git']);
    expect(matchesList(alone, ['mcp-git-hub-log'], 'mcp.git.hub_log', 'allow')).toBe(true);
  });

  it("rejects a bound tool with a server tool's name", () => {
    const bound = buildNameTable([{ name: 'mcp-github-get-issue' }], ['github']);
    expect(matchesList(bound, ['mcp-github-get-issue'], 'mcp-github-get-issue', 'allow')).toBe(false);
  });

  it('rejects a pattern that ends within a server name', () => {
    const table = buildNameTable([{ name: 'mcp.git.log' }, { name: 'mcp.github.log' }, { name: 'grep' }]);
    const reached = (allow: string) => pinTools(table, { allow: [allow], deny: [] });
    expect(reached('mcp.git.*').tools).toEqual(['mcp.git.log']);
    expect(reached('mcp.git.l*').tools).toEqual(['mcp.git.log']);
    expect(reached('mcp.*').tools).toEqual(['mcp.git.log', 'mcp.github.log']);
    expect(reached('*').tools).toEqual(['mcp.git.log', 'mcp.github.log', 'grep']);
    expect(reached('mcp.git*')).toEqual({
      tools: [],
      unknown: [{ list: 'allow', index: 0, entry: 'mcp.git*', nearest: ['mcp.git.*'] }],
    });
    expect(reached('mcp.g*').tools).toEqual([]);
  });

  const word = fc.constantFrom('git', 'hub', 'get', 'issue', 'a', 'b');
  const joint = fc.constantFrom('', '-', '_', '__');
  const serverName = fc.tuple(word, joint, word).map(([first, between, last]) => `${first}${between}${last}`);
  const toolName = fc
    .tuple(word, fc.constantFrom('', '-', '_', '.'), word)
    .map(([first, between, last]) => `${first}${between}${last}`);
  const home = fc
    .uniqueArray(
      fc.record({
        server: serverName,
        tools: fc.uniqueArray(toolName, { minLength: 1, maxLength: 4 }),
        isAway: fc.boolean(),
      }),
      { selector: ({ server }) => server, minLength: 1, maxLength: 5 },
    )
    .map((servers) => ({
      servers: servers.map(({ server }) => server),
      all: servers.flatMap(({ server, tools }) => tools.map((tool) => `mcp.${server}.${tool}`)),
      present: servers.flatMap(({ server, tools, isAway }) =>
        isAway ? [] : tools.map((tool) => `mcp.${server}.${tool}`),
      ),
    }));
  const drifts: ((name: string) => string)[] = [
    (name) => name,
    toWireName,
    getSpecName,
    (name) => name.toUpperCase(),
    (name) => name.replaceAll(/[._-]+/g, ' '),
    (name) => name.replaceAll(/[._-]+/g, ''),
    (name) => name.replaceAll(/[._-]+(.)/g, (_, letter: string) => letter.toUpperCase()),
    (name) => name.replaceAll(/[._-]+/g, '/'),
    (name) => name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ];

  it('reaches only the named tool with generated servers and spellings', () => {
    const seen = { allowed: 0, resolved: 0, unavailable: 0 };
    fc.assert(
      fc.property(
        home.chain((one) =>
          fc.tuple(fc.constant(one), fc.constantFrom(...one.all), fc.nat({ max: drifts.length - 1 })),
        ),
        ([{ servers, present }, meant, how]) => {
          const table = buildNameTable(
            present.map((name) => ({ name })),
            servers,
          );
          const written = drifts[how]?.(meant) ?? meant;
          const reached = [...table.tools.keys()].filter((name) =>
            matchesList(table, [written], name, 'allow'),
          );
          for (const name of reached) {
            // The text is exactly one of the tool's own names …
            expect([name, toWireName(name), getSpecName(name)]).toContain(written);
            // … and it means the intended tool, unless this is the only configured server that can have the name.
            if (name !== meant) expect(findServer(name)).toBe(findServer(meant));
          }
          expect(reached.length).toBeLessThan(2);
          const found = resolveName(table, written);
          if ('canonical' in found) expect(findServer(found.canonical)).toBe(findServer(meant));
          if (reached.length > 0) seen.allowed += 1;
          if ('canonical' in found) seen.resolved += 1;
          if (found.how === 'unavailable') seen.unavailable += 1;
        },
      ),
      { numRuns: 5_000 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(250);
  });
});
