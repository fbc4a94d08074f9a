import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { openProject, processesIn } from './support/agent-project.ts';

const script = "rules:\n  - answer: 'Hello.'\n";
const filesystem = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
);

async function trusted({ run }: Awaited<ReturnType<typeof openProject>>): Promise<void> {
  const { sha256 } = JSON.parse((await run('agents', 'trust', '--format', 'json')).stdout) as {
    sha256: string;
  };
  expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
}

describe('servers that agents use', () => {
  test('agents doctor checks each startable server', async () => {
    const project = await openProject(script, {}, {}, { isTrusted: false });
    const { folder, run } = project;
    const mcpServers = {
      files: { command: process.execPath, args: [filesystem, folder] },
      ends: { command: process.execPath, args: ['-e', 'process.exit(3)'] },
    };
    await writeFile(join(folder, 'agents/settings.json'), JSON.stringify({ mcpServers }));
    const before = await run('agents', 'doctor');
    expect(before.stdout).toContain('- MCP server files: not started before `agents trust`');
    expect(before.stdout).toContain('this project is not trusted');
    expect((await run('agents', 'doctor', 'files')).stderr).toMatch(/\[mcp_server_not_configured\]$/m);
    await trusted(project);
    const { code, stdout } = await run('agents', 'doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✓ MCP server files: \d+ tools in \d+ ms$/m);
    expect(stdout).toMatch(/^✗ MCP server ends: does not respond\n {4}.+\[server_(not_started|ended)\]$/m);
    const one = await run('agents', 'doctor', 'files', '--format', 'json');
    expect(one.code).toBe(0);
    expect(JSON.parse(one.stdout)).toMatchObject({
      trust: 'trusted',
      servers: [
        { server: 'files', state: 'well', tools: expect.arrayContaining(['mcp.files.read_text_file']) },
      ],
    });
    expect(await processesIn(folder)).toEqual([]);
  });

  test('agents trust lists unpinned packages and changes', async () => {
    const project = await openProject(script);
    const { folder, run } = project;
    await mkdir(join(folder, 'tools'));
    await writeFile(join(folder, 'tools/serve.sh'), 'echo one');
    const settings = (args: string[], word: string) =>
      writeFile(
        join(folder, 'agents/settings.json'),
        JSON.stringify({
          mcpServers: {
            free: { command: 'npx', args: ['-y', 'free-server'] },
            exact: { command: 'npx', args },
            own: { command: 'sh', args: ['tools/serve.sh'], env: { WORD: word } },
          },
        }),
      );
    await settings(['-y', 'exact-server@1.2.3'], 'a');
    const shown = (await run('agents', 'trust')).stdout;
    expect(shown).toContain('(server free, not pinned: the newest free-server at its start)');
    expect(shown).toContain('(server exact, pinned to exact-server 1.2.3)');
    await trusted(project);
    const changes = async () => {
      const { stdout } = await run('agents', 'trust', '--format', 'json');
      return (JSON.parse(stdout) as { state: string; changes?: string[] }).changes;
    };
    expect(await changes()).toBeUndefined();
    await settings(['-y', 'exact-server@1.2.3'], 'b');
    expect(await changes()).toEqual([
      expect.stringMatching(/^- .*WORD="a"/),
      expect.stringMatching(/^\+ .*WORD="b"/),
    ]);
    await settings(['-y', 'exact-server'], 'a');
    await writeFile(join(folder, 'tools/serve.sh'), 'echo two');
    expect((await changes())?.map((line) => line.slice(0, 24))).toEqual([
      '- starts "npx" "-y" "exa',
      '+ starts "npx" "-y" "exa',
      '~ tools/serve.sh: change',
    ]);
    expect((await run('agents', 'trust')).stdout).toMatch(/^Since it was trusted:\n {2}- starts/m);
  });

  test('agents trust pins only what a user confirms', async () => {
    const project = await openProject(script, {}, {}, { isTrusted: false });
    const { folder, home, run } = project;
    const look = (typed: string) =>
      inTerminal(['agents', 'trust'], {
        cwd: folder,
        env: { HOME: home },
        interrupt: 'yes or no: ',
        typed: `${typed}\n`,
      });
    expect((await look('y')).shown).not.toContain('Trusted: ');
    expect((await run('agents', 'run', 'ada', '-p', 'hello')).stderr).toMatch(/\[project_not_trusted\]$/m);
    expect((await look('yes')).shown).toContain('Trusted: ');
    expect((await run('agents', 'run', 'ada', '-p', 'hello')).code).toBe(0);
  });
});
