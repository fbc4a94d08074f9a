import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const cli = join(repository, 'apps/cli/bin/agent-home.js');

const front = (name: string, ...lines: string[]) =>
  ['---', 'kind: agent', `name: ${name}`, `title: The ${name}`, ...lines, '---', '', 'You help.', ''].join(
    '\n',
  );
const policy = (condition: string) => `apiVersion: agent.platform/v1
kind: Policy
metadata: { name: bound, version: 1.0.0, owner: tests }
spec:
  rules:
    - effect: deny
      action: tool.call
      conditions:
        ${condition}
`;
const files = {
  'bound.policy.yaml': policy("when: argument.path == 'x'"),
  'project/agents/policies/bound.policy.yaml': policy('timeWindow: { days: [mon], timeZone: Europe/Berlim }'),
  'project/agents/bound-one.md': front('bound-one', 'policiesRef: [bound]'),
  'project/agents/good-one.md': front(
    'good-one',
    'tools: { allow: [read_file] }',
    'mcp: { servers: [github] }',
  ),
  'project/agents/no-server.md': front('no-server', 'mcp: { servers: [gitlab] }'),
  'project/agents/settings.json': JSON.stringify({ mcpServers: { github: { command: 'npx', args: ['x'] } } }),
  'user/.agent-home/settings.json': JSON.stringify({
    models: { m: { provider: 'openai-compatible', url: 'http://127.0.0.1:1/v1', contextWindow: 8_192 } },
  }),
  'user/.agent-home/agents/for-all.md': front('for-all', 'model: \u001b[31mred'),
  'tool.yaml':
    'apiVersion: agent.platform/v1\nkind: Tool\nmetadata: { name: own-tool, version: 1.0.0, owner: ada }\nspec: { inputsSchema: {}, outputsSchema: {} }\n',
  'bad.yaml': 'apiVersion: agent.platform/v1\nkind: Toll\n',
};

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'agent-home-commands-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a command in the project’s folder, which has no home. */
function agentHome(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
    cwd: join(root, 'project'),
    env: { PATH: process.env.PATH ?? '', HOME: join(root, 'user') },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('agents and specs at the command line', () => {
  it('agents list separates project and global agents', () => {
    const { status, stdout } = agentHome('agents', 'list');
    expect(status).toBe(0);
    const [project, global] = stdout.split('Global agents');
    expect(project).toContain('good-one   The good-one   default');
    expect(global).toContain('for-all');
    expect(global).not.toContain('\u001b');
    expect(stdout).toContain('agents run NAME');
    expect(agentHome('agents', 'list', '--scope', 'global').stdout).not.toContain('good-one');
  });

  it('agents validate prints each check and a count', () => {
    const good = agentHome('agents', 'validate', 'good-one');
    expect([good.status, good.stdout.split('\n').length]).toEqual([0, 8]);
    expect(good.stdout).toContain('Validation: 6/6 passed');
    const bad = agentHome('agents', 'validate', 'no-server');
    expect(bad.status).toBe(1);
    expect(bad.stdout).toMatch(
      /^✗ all MCP servers are configured\n.*no-server\.md:5:18: MCP server not configured: gitlab/m,
    );
    expect(bad.stdout).toContain('Validation: 5/6 passed');
  });

  it('agents validate --all prints a verdict per agent', () => {
    const { status, stdout } = agentHome('agents', 'validate', '--all', '--project', join(root, 'project'));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✓ good-one \(project\): valid$/m);
    expect(stdout).toMatch(/^✗ no-server \(project\): invalid: .*MCP server not configured: gitlab/m);
  });

  it('specs validate separates fitting, unfit and unreadable files', () => {
    const [tool, bad] = [join(root, 'tool.yaml'), join(root, 'bad.yaml')];
    expect(agentHome('specs', 'validate', tool)).toMatchObject({ status: 0, stderr: '' });
    const misfit = agentHome('specs', 'validate', tool, bad);
    expect(misfit.status).toBe(1);
    expect(misfit.stdout).toContain('did you mean "Tool"? [unknown_kind]');
    expect(agentHome('specs', 'validate', tool, join(root, 'none.yaml')).status).toBe(2);
  });

  it('validation names the faulty condition and the probable meaning', () => {
    const misfit = agentHome('specs', 'validate', join(root, 'bound.policy.yaml'));
    expect([misfit.status, misfit.stdout]).toEqual([
      1,
      expect.stringMatching(
        /bound\.policy\.yaml:9:9: unknown name "argument"; did you mean "arguments"\?.*\[invalid_value\]/,
      ),
    ]);
    expect(agentHome('agents', 'validate', 'bound-one').stdout).toMatch(
      /bound\.policy\.yaml:9:9: the time zone Europe\/Berlim does not exist/,
    );
  });

  it('specs show --effective prints every default', () => {
    const { status, stdout } = agentHome(
      'specs',
      'show',
      join(root, 'tool.yaml'),
      '--effective',
      '--format',
      'json',
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      spec: {
        timeoutMs: 3000,
        retry: 0,
        auth: { type: 'none', scopes: [] },
        rateLimit: { rps: 0, burst: 0 },
      },
    });
    const agent = agentHome('specs', 'show', 'good-one', '--effective');
    expect(agent.stdout).toContain('promptRef: prompt://good-one/v0.0.0');
    expect(agentHome('specs', 'show', 'nobody').status).toBe(2);
  });

  it('specs are registered, listed, got and deleted as fixed versions', () => {
    const tool = join(root, 'tool.yaml');
    expect(agentHome('specs', 'list').stdout).toContain('Nothing is registered');
    expect(agentHome('specs', 'register', tool)).toMatchObject({
      status: 0,
      stdout: `✓ ${tool}: Tool own-tool 1.0.0\n`,
    });
    expect(agentHome('specs', 'register', tool).stdout).toContain('was registered already');
    expect(agentHome('specs', 'list').stdout).toMatch(/^Tool\s+own-tool\s+1\.0\.0\s+[0-9a-f]{12}$/m);
    expect(agentHome('specs', 'get', 'tool', 'own-tool').stdout).toBe(files['tool.yaml']);
    writeFileSync(join(root, 'other.yaml'), files['tool.yaml'].replace('owner: ada', 'owner: eve'));
    const other = agentHome('specs', 'register', join(root, 'other.yaml'), join(root, 'bad.yaml'));
    expect(other.status).toBe(1);
    expect(other.stdout).toMatch(
      /other\.yaml: own-tool 1\.0\.0 is registered with another text.*\[version_taken\]/,
    );
    expect(other.stdout).toMatch(/bad\.yaml:2:7: .*\[unknown_kind\]/);
    const failing = [
      { words: ['get', 'tool', 'own-tool@2.0.0'], code: 'no_such_spec' },
      { words: ['get', 'tol', 'own-tool'], code: 'unknown_kind' },
      { words: ['delete', 'tool', 'own-tool'], code: 'version_missing' },
    ];
    for (const { words, code } of failing) {
      const failed = agentHome('specs', ...words, '--format', 'json');
      expect([failed.status, JSON.parse(failed.stdout).error.code]).toEqual([2, code]);
    }
    expect(agentHome('specs', 'delete', 'tool', 'own-tool@v1.0.0').status).toBe(0);
    expect(agentHome('specs', 'list', '--format', 'json').stdout).toContain('"specs": []');
  });

  it('with --format json one document is printed and nothing else', () => {
    const commands = [
      ['agents', 'list'],
      ['agents', 'validate', 'good-one'],
      ['agents', 'validate', '--all'],
      ['agents', 'trust'],
      ['specs', 'validate', join(root, 'bad.yaml')],
      ['specs', 'show', join(root, 'bad.yaml')],
    ];
    for (const command of commands) {
      const { stdout, stderr } = agentHome(...command, '--format', 'json');
      expect(() => JSON.parse(stdout)).not.toThrow();
      expect(stderr).toBe('');
    }
    const failing = [
      { words: ['agents', 'validate', 'nobody'], code: 'agent_not_found', status: 2 },
      { words: ['agents', 'validate'], code: 'invalid_arguments', status: 2 },
      { words: ['agents', 'list', '--project', '/nowhere'], code: 'project_not_found', status: 2 },
      { words: ['agents', 'trust', '--sha256', 'no'], code: 'trust_changed', status: 1 },
    ];
    for (const { words, code, status } of failing) {
      const failed = agentHome(...words, '--format', 'json');
      expect([failed.status, JSON.parse(failed.stdout).error.code]).toEqual([status, code]);
      expect(failed.stderr).toMatch(new RegExp(`^agent-home: .*\\[${code}\\]\n$`));
    }
  });

  it('agents trust accepts only the hash it shows', () => {
    const shown = agentHome('agents', 'trust');
    expect(shown.stdout).toContain('starts "npx" "x" (server github, not pinned: the newest x');
    const hash = /--sha256 ([0-9a-f]{64})/.exec(shown.stdout)?.[1] ?? '';
    expect(agentHome('agents', 'trust', '--sha256', hash.replace(/./g, '0')).status).toBe(1);
    expect(agentHome('agents', 'trust').stdout).toContain('To trust this state');
    expect(agentHome('agents', 'trust', '--sha256', hash)).toMatchObject({ status: 0 });
    expect(agentHome('agents', 'trust').stdout).toContain('Trusted: ');
  });
});
