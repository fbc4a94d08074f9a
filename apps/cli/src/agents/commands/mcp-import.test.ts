import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandPlace } from '../../testing/command-place.ts';

const models = { m: { provider: 'emulator', url: 'http://127.0.0.1:9/v1' } };
const foreign = JSON.stringify({
  globalShortcut: 'Ctrl+Space',
  mcpServers: {
    clock: { type: 'stdio', command: 'node', args: ['clock.mjs'], description: 'time', alwaysAllow: [] },
    search: { type: 'http', url: 'https://mcp.example', headers: { Authorization: 'Bearer x' } },
    known: { command: 'other' },
    broken: { type: 'stdio', url: 'https://mcp.example' },
  },
});

test('adds the servers of another program to the settings', async () => {
  const { project, home, run } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/settings.json': JSON.stringify({
      agents: { autoRoute: true },
      mcpServers: { known: { command: 'mine' } },
    }),
    'project/.mcp.json': foreign,
    'project/.vscode/mcp.json': JSON.stringify({ servers: { files: { command: 'npx' } } }),
    'project/empty.json': '{}',
  });
  const settings = join(project, 'agents/settings.json');
  const before = readFileSync(settings, 'utf8');
  const source = join(project, '.mcp.json');
  const tried = await run('agents', 'mcp', 'import', source, '--dry-run');
  expect([tried.code, readFileSync(settings, 'utf8')]).toEqual([1, before]);

  const { code, stdout } = await run('agents', 'mcp', 'import', source);
  expect(code).toBe(1);
  for (const part of ['✓ clock', '✓ search', '✗ known', '"description"', '"alwaysAllow"', '2 servers added'])
    expect(stdout).toContain(part);
  expect(stdout).toMatch(/✗ .*\.mcp\.json:1:\d+: .*type stdio/);
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
    agents: { autoRoute: true },
    mcpServers: {
      known: { command: 'mine' },
      clock: { type: 'stdio', command: 'node', args: ['clock.mjs'] },
      search: { type: 'http', url: 'https://mcp.example', headers: { Authorization: 'Bearer x' } },
    },
  });

  const vscode = join(project, '.vscode/mcp.json');
  const global = await run('agents', 'mcp', 'import', vscode, '--scope', 'global', '--format', 'json');
  expect([global.code, JSON.parse(global.stdout)]).toMatchObject([0, { added: ['files'], problems: [] }]);
  const own = JSON.parse(readFileSync(join(home, '.agent-home/settings.json'), 'utf8')) as object;
  expect(own).toEqual({ models, mcpServers: { files: { command: 'npx' } } });
  const empty = await run('agents', 'mcp', 'import', join(project, 'empty.json'));
  expect([empty.code, empty.error]).toEqual([1, 'not_written']);
});
