import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentFile } from './support/agent-file.ts';
import { type AgentProject, openProject } from './support/agent-project.ts';
import { writeFiles } from './support/write-files.ts';

const script = `
rules:
  - when: { system: debug-analyzer }
    answer: 'It is an off-by-one.'
  - answer: 'Done.'
`;

const triggers = (text: string) => `triggers: ${text}`;
const debug = agentFile(
  'debug-analyzer',
  triggers('[{ intent: debug, keywords: [bug, crash], priority: 5 }, { regex: "stack ?trace" }]'),
);

async function withAgents(files: Record<string, string> = {}, settings: object = {}): Promise<AgentProject> {
  const project = await openProject(script, settings);
  await writeFiles(project.folder, {
    'agents/debug-analyzer.md': debug,
    'agents/writer.md': agentFile('writer', triggers('[{ intent: write, keywords: [documentation, bug] }]')),
    ...files,
  });
  return project;
}

const getCode = (stderr: string) => /\[([a-z_]+)\]$/m.exec(stderr)?.[1];

describe('one question at a terminal', () => {
  test('a bug prompt is routed with a printed reason', async () => {
    const { run, runs, emulator } = await withAgents();
    const { code, stdout, stderr } = await run('ask', 'There is a BUG in the parser', '--quiet');
    expect([code, stderr]).toEqual([0, 'Auto-routing to: debug-analyzer (matched: bug)\n']);
    expect(stdout).toBe('It is an off-by-one.\n');
    expect(emulator.journal().map(({ system }) => system)).toEqual([
      expect.stringContaining('You are debug-analyzer.'),
    ]);
    const traced = await run('ask', 'look at this Stack Trace', '--quiet');
    expect(traced.stderr).toBe('Auto-routing to: debug-analyzer (matched: Stack Trace)\n');
    const [second, first] = (await runs()).map(({ session_id }) => session_id);
    expect(second).toBe(first);
  });

  test('JSON output of a prompt includes its routing', async () => {
    const { run } = await withAgents();
    const routed = await run('ask', 'a bug', '--format', 'json');
    expect(JSON.parse(routed.stdout)).toMatchObject({
      agent: 'debug-analyzer',
      status: 'answered',
      routing: {
        agent: 'debug-analyzer',
        decided_by: 'priority',
        overruled: false,
        candidates: [
          {
            agent: 'debug-analyzer',
            matches: [{ by: 'keyword', pattern: 'bug', intent: 'debug', priority: 5 }],
          },
          { agent: 'writer', matches: [{ by: 'keyword', pattern: 'bug', priority: 0 }] },
        ],
      },
    });
    const chosen = await run('ask', 'a bug', '--agent', 'ada', '--format', 'json');
    expect(JSON.parse(chosen.stdout)).toMatchObject({
      agent: 'ada',
      routing: { agent: 'debug-analyzer', overruled: true },
    });
    const none = await run('ask', 'hello', '--format', 'json');
    expect([none.code, JSON.parse(none.stdout).error.code]).toEqual([2, 'no_route']);
  });

  test('an unrouted prompt lists the nearest agents', async () => {
    const { run, runs, home } = await withAgents();
    const part = await run('ask', 'debugging it');
    expect([part.code, getCode(part.stderr)]).toEqual([2, 'no_route']);
    expect(part.stderr).toMatch(/nearest: debug-analyzer \(bug\), writer \(bug\); choose/);
    expect((await run('ask', 'the documnetation')).stderr).toMatch(
      /nearest: writer \(documentation\); choose/,
    );
    expect(part.stderr).toMatch(/--agent NAME/);
    const far = await run('ask', 'qqqqqqqq');
    expect([far.code, far.stderr]).toEqual([2, expect.not.stringMatching(/nearest/)]);
    expect((await run('ask')).stderr).toMatch(/\[prompt_missing\]$/m);
    expect((await run('ask', 'a bug', '--agent', 'nobody')).stderr).toMatch(/\[agent_not_found\]$/m);
    expect(await runs()).toEqual([]);
    const settings = join(home, '.agent-home/settings.json');
    await writeFile(
      settings,
      JSON.stringify({ ...JSON.parse(await readFile(settings, 'utf8')), agents: { autoRoute: false } }),
    );
    const off = await run('ask', 'a bug');
    expect([off.code, getCode(off.stderr)]).toEqual([2, 'routing_off']);
    const named = await run('ask', 'a bug', '--agent', 'ada', '--quiet');
    expect([named.code, named.stderr]).toEqual([0, '']);
    expect((await run('agents', 'routes', '--misses')).stdout).toBe('no choice was overruled here\n');
  });

  test('unfit agents are never routed to', async () => {
    const strong = triggers('[{ intent: any, keywords: [bug], priority: 100 }]');
    const { run, home } = await withAgents({
      'agents/broken.md': agentFile('broken', strong, 'colour: 1'),
      'agents/dangling.md': agentFile('dangling', strong, 'mcp: { servers: [nowhere] }'),
      'agents/ahead.md': agentFile('ahead', triggers('[{ regex: "bug(?=s)", priority: 100 }]')),
      'agents/both.md': agentFile('both', strong, 'colour: 1'),
      'agents/writer.md': agentFile('writer'),
    });
    await writeFiles(join(home, '.agent-home'), {
      'agents/both.md': agentFile('both', strong),
      'agents/writer.md': agentFile('writer', strong),
    });
    const { stderr } = await run('ask', 'bugs and a bug', '--quiet');
    expect(stderr).toBe('Auto-routing to: debug-analyzer (matched: bug)\n');
    const { stdout } = await run('agents', 'routes', 'bugs and a bug', '--format', 'json');
    const { candidates, passed_by: passed } = JSON.parse(stdout);
    expect(candidates.map((candidate: { agent: string }) => candidate.agent)).toEqual(['debug-analyzer']);
    expect(passed.map(({ name, reason }: { name: string; reason: string }) => [name, reason])).toEqual([
      ['ahead', expect.stringMatching(/RE2/)],
      ['both', expect.stringMatching(/colour/)],
      ['broken', expect.stringMatching(/colour/)],
      ['dangling', expect.stringMatching(/nowhere/)],
    ]);
  });

  test('routing executes nothing of an untrusted project', async () => {
    const { folder, run } = await withAgents();
    const server = join(folder, 'server.mjs');
    const started = join(folder, 'started');
    const text = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(started)}, '');`;
    const mcpServers = { mine: { command: process.execPath, args: [server], autoStart: true } };
    const validators = { sure: { module: './server.mjs' } };
    await writeFiles(folder, {
      'server.mjs': text,
      'agents/settings.json': JSON.stringify({ mcpServers, validators }),
      'agents/eager.md': agentFile(
        'eager',
        'mcp: { servers: [mine] }',
        triggers('[{ regex: bug, priority: 9 }]'),
      ),
    });
    const asked = await run('ask', 'a bug');
    expect([asked.code, getCode(asked.stderr)]).toEqual([2, 'project_not_trusted']);
    expect(asked.stderr).toMatch(/^Auto-routing to: eager/);
    expect((await run('agents', 'routes', 'a bug')).code).toBe(0);
    await expect(stat(started)).rejects.toThrow(/ENOENT/);
  });
});

describe('agents routes', () => {
  test('agents routes prints triggers, shared keywords and candidates', async () => {
    const { run } = await withAgents({
      'agents/zoo.md': agentFile(
        'zoo',
        triggers('[{ intent: "a\\u202e", keywords: ["\\u001b[2J", bug], priority: 7 }]'),
      ),
    });
    const table = await run('agents', 'routes');
    expect([table.code, table.stderr]).toEqual([0, '']);
    expect(table.stdout).toMatch(
      /7 +zoo[\s\S]+5 +debug-analyzer +debug +bug, crash[\s\S]+0 +debug-analyzer +.*\/stack \?trace\/[\s\S]+0 +writer/,
    );
    expect(table.stdout).toMatch(/^"bug" matches debug-analyzer, writer, zoo$/m);
    const json = JSON.parse((await run('agents', 'routes', '--format', 'json')).stdout);
    expect(json).toMatchObject({
      auto_route: true,
      shared: [{ keyword: 'bug', agents: ['debug-analyzer', 'writer', 'zoo'] }],
    });
    const told = await run('agents', 'routes', 'A crash, a bug and documentation \u001b[2J');
    expect(told.stdout).toMatch(/^Auto-routing to: zoo \(matched: /);
    expect(told.stdout).toMatch(
      /2\. debug-analyzer \(.*\)\n {3}priority 5: keyword crash, intent debug\n {3}priority 5: keyword bug/,
    );
    expect(told.stdout).toMatch(/3\. writer/);
    for (const { stdout } of [table, told])
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect((await run('agents', 'routes', 'nothing')).stdout).toBe('No agent matches.\n');
    expect((await run('agents', 'routes', 'x', '--misses')).code).toBe(2);
  });

  test('--agent overrides routing and is kept', async () => {
    const { state, run } = await withAgents();
    await run('ask', 'a bug', '--agent', 'debug-analyzer');
    await run('ask', 'a bug \u001b]0;x\u0007', '--agent', 'ada');
    await run('ask', 'whatever', '--agent', 'ada');
    const { misses } = JSON.parse((await run('agents', 'routes', '--misses', '--format', 'json')).stdout);
    expect(misses).toMatchObject([
      { chosen: 'ada', routed: null, prompt: 'whatever' },
      { chosen: 'ada', routed: 'debug-analyzer', prompt: 'a bug  ]0;x ' },
    ]);
    const { stdout } = await run('agents', 'routes', '--misses');
    expect(stdout).toMatch(/ada +none +whatever\n.*ada +debug-analyzer +a bug/);
    expect((await stat(join(state, 'routes/misses.jsonl'))).mode & 0o777).toBe(0o600);
  });

  test('a choice that cannot be kept is reported, and the agent runs', async () => {
    const { folder, state, run } = await withAgents();
    await writeFiles(folder, { 'elsewhere/kept': '' });
    await symlink(join(folder, 'elsewhere'), join(state, 'routes'));
    const { code, stdout, stderr } = await run('ask', 'a bug', '--agent', 'ada');
    expect([code, getCode(stderr)]).toEqual([0, 'miss_not_kept']);
    expect(stdout).toMatch(/Done\./);
    await expect(stat(join(folder, 'elsewhere/misses.jsonl'))).rejects.toThrow(/ENOENT/);
  });
});
