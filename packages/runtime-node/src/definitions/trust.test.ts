import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DefinitionPlaces, definitionPlaces, loadDefinitions } from './loading/load-definitions.ts';
import { makeProject } from './testing/project.ts';
import { inspectProject, trustProject } from './trust/project-trust.ts';

const settings = JSON.stringify({
  mcpServers: { own: { command: 'node', args: ['server.js'] } },
  validators: { sure: { module: './sure.js' } },
});
const now = new Date('2026-11-23T15:00:00Z');

function trust(places: DefinitionPlaces, except: string[] = []): void {
  trustProject(places, inspectProject(places, loadDefinitions(places).trust, except), now);
}

describe('trust in a project', () => {
  it('starts a project’s programs only while it is trusted', () => {
    using project = makeProject({
      'agents/settings.json': settings,
      'server.js': 'one',
      'agents/sure.js': 'x'.repeat(300_000),
    });
    const before = loadDefinitions(project);
    expect(before.trust.state).toBe('not_trusted');
    expect(before.settings.mcpServers).toEqual({});
    expect(before.configured.mcpServers).toHaveProperty('own');

    trust(project);
    const trusted = loadDefinitions(project);
    expect(trusted.trust.state).toBe('trusted');
    expect(trusted.settings.mcpServers).toHaveProperty('own');

    for (const [path, content] of [
      ['agents/settings.json', settings.replace('server.js', 'other.js')],
      ['server.js', 'two'],
      ['agents/sure.js', `${'x'.repeat(299_999)}y`],
    ] as const) {
      const old = readFileSync(join(project.project, path));
      project.write(path, content);
      const changed = loadDefinitions(project);
      expect(changed.trust.state).toBe('changed');
      expect(changed.settings.mcpServers).toEqual({});
      project.write(path, old);
      expect(loadDefinitions(project).trust.state).toBe('trusted');
    }
  });

  it('trust covers a script however a command names it', () => {
    for (const [args, path] of [
      [['server'], 'server.js'],
      [['./server/'], 'server/index.js'],
      [['.'], 'package.json'],
      [['--import=./hook.mjs', 'x'], 'hook.mjs'],
      [['-c', 'cd x && "./run.sh"'], 'run.sh'],
      [['x.js'], 'agents/x.js'],
    ] as const) {
      const named = JSON.stringify({ mcpServers: { own: { command: 'node', args } } });
      using project = makeProject({ 'agents/settings.json': named, [path]: 'one', 'x.js': 'the same' });
      trust(project);
      expect(loadDefinitions(project).trust.state).toBe('trusted');
      project.write(path, 'two');
      expect([path, loadDefinitions(project).trust.state]).toEqual([path, 'changed']);
    }
  });

  it('trust covers a file named by a server variable', () => {
    const env = { NODE_OPTIONS: '--require ./hook.cjs', PATH: './bin:/usr/bin' };
    const named = { mcpServers: { own: { command: 'node', args: ['server.js'], env } } };
    using project = makeProject({ 'agents/settings.json': JSON.stringify(named), 'hook.cjs': 'one' });
    expect(loadDefinitions(project).trust.demands?.commands[0]?.env).toEqual(env);
    trust(project);
    project.write('hook.cjs', 'two');
    expect(loadDefinitions(project).trust.state).toBe('changed');
  });

  it('trust covers files that a program loads by path', () => {
    const machine = join(mkdtempSync(join(tmpdir(), 'agent-home-machine-')), 'tool.js');
    onTestFinished(() => rmSync(dirname(machine), { recursive: true, force: true }));
    writeFileSync(machine, 'one');
    const named = { mcpServers: { own: { command: 'node', args: ['server.js', machine, '../beside.js'] } } };
    using project = makeProject({
      'agents/settings.json': JSON.stringify(named),
      'server.js': "import { a } from './lib/a.js';\nnew Worker(`./work/er.mjs`);",
      'lib/a.js': 'require("./b"); require("./a.js")',
      'lib/b.js': "import '../c/'",
      'c/index.js': '',
      'work/er.mjs': '',
      '../beside.js': '',
    });
    trust(project);
    for (const path of ['lib/a.js', 'lib/b.js', 'c/index.js', 'work/er.mjs', '../beside.js']) {
      const before = readFileSync(join(project.project, path));
      project.write(path, `${before}// other`);
      expect([path, loadDefinitions(project).trust.state]).toEqual([path, 'changed']);
      project.write(path, before);
    }
    writeFileSync(machine, 'two');
    expect(loadDefinitions(project).trust.state).toBe('trusted');
  });

  it('trust is one project’s, kept for its owner alone', () => {
    using one = makeProject({ 'agents/settings.json': settings });
    using other = makeProject({ 'agents/settings.json': settings });
    trust(one);
    expect(statSync(join(one.global, 'trust.json')).mode & 0o777).toBe(0o600);
    expect(loadDefinitions({ project: other.project, global: one.global }).trust.state).toBe('not_trusted');
  });

  it('an unreadable trust file trusts nothing and stays', () => {
    using project = makeProject({ 'agents/settings.json': settings });
    trust(project);
    for (const broken of ['', '{}', '{"version":1,"projects":{"x":{"sha256":"no","trusted_at":"never"}}}']) {
      writeFileSync(join(project.global, 'trust.json'), broken);
      const loaded = loadDefinitions(project);
      expect(loaded.trust.state).toBe('not_trusted');
      expect(loaded.problems).toMatchObject([{ code: 'invalid_value' }]);
      expect(() => trust(project)).toThrow('not a list of trusted projects');
    }
  });

  it('a global validator is never a project’s file', () => {
    const files = [
      'sure.mjs',
      'agents/sure.mjs',
      'node_modules/sure/index.js',
      'node_modules/sure/package.json',
    ];
    using project = makeProject(Object.fromEntries(files.map((path) => [path, '{}'])));
    for (const module of ['./sure.mjs', 'sure.mjs', 'sure', '../project/sure.mjs']) {
      mkdirSync(project.global, { recursive: true });
      const validators = { sure: { module, export: 'check' } };
      writeFileSync(join(project.global, 'settings.json'), JSON.stringify({ validators }));
      const { settings: held } = loadDefinitions(project);
      const placed = held.validators.sure?.module ?? '';
      expect([isAbsolute(placed), held.validators.sure?.export]).toEqual([true, 'check']);
      if (module !== '../project/sure.mjs') expect(placed.startsWith(project.global)).toBe(true);
    }
  });

  it('a project without demands waits for trust as well', () => {
    using project = makeProject({
      'agents/settings.json': '{ "agents": { "autoRoute": false } }',
      'agents/ada.md': 'one',
    });
    const before = loadDefinitions(project);
    expect([before.trust.state, before.settings.agents.autoRoute]).toEqual(['not_trusted', false]);
    trust(project);
    project.write('agents/ada.md', 'two');
    expect(loadDefinitions(project).trust.state).toBe('trusted');
    project.write('agents/settings.json', settings);
    expect(loadDefinitions(project).trust.state).toBe('changed');
  });

  it('an empty or relative HOME is no global folder', () => {
    for (const home of ['', '.', 'user']) {
      const { global } = definitionPlaces('/somewhere/project', home);
      expect([isAbsolute(global), global.startsWith(process.cwd())]).toEqual([true, false]);
    }
    expect(definitionPlaces('/p', '/home/ada').global).toBe('/home/ada/.agent-home');
  });
});
