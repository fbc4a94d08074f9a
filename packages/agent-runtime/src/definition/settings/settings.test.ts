import { describe, expect, it } from 'vitest';
import { combineSettings } from './combine-settings.ts';
import { decodeSettings } from './decode-settings.ts';
import { collectDemands } from './project-demands.ts';
import { resolveEnvironment } from './resolve-environment.ts';
import type { SettingsFile } from './settings-schema.ts';

/** Form of an environment variable in settings. */
const variable = (name: string) => `\${${name}}`;

const project = decodeSettings(
  JSON.stringify({
    agents: { autoRoute: false, tracing: { enabled: true, url: 'https://traces.example' } },
    mcpServers: {
      files: {
        command: 'node',
        args: ['server.js'],
        env: { TOKEN: variable('GITHUB_TOKEN'), MODE: 'x' },
        autoStart: true,
      },
      remote: { url: 'https://mcp.example' },
    },
    models: { big: { provider: 'openai-compatible', url: 'https://models.example', key: 'vault://openai' } },
    tools: { 'jira-reader': { module: './jira.js' } },
    vault: { openai: { env: 'OPENAI_API_KEY' } },
    approvals: { autoApprove: ['safe', 'high'] },
    memory: {
      redis: { url: 'redis://memory.example' },
      postgres: { url: 'postgres://me@memory.example/home' },
    },
    validators: { sure: { module: './sure.js' } },
    'x-note': 1,
  }),
);
const global = decodeSettings(
  JSON.stringify({
    agents: { owner: 'ada' },
    mcpServers: { files: { command: 'own' } },
    models: { big: { provider: 'anthropic' }, small: { provider: 'anthropic' } },
  }),
);

describe('settings', () => {
  it('trusted project settings override global ones by name', () => {
    const settings = combineSettings(global, project, { trusted: true });
    expect(settings.agents).toMatchObject({ owner: 'ada', autoRoute: false, contextPersistence: true });
    expect(settings.mcpServers.files?.command).toBe('node');
    expect(settings.models).toMatchObject({
      big: { provider: 'openai-compatible' },
      small: { provider: 'anthropic' },
    });
    expect(settings.approvals.autoApprove).toEqual(['safe', 'high']);
  });

  it('only the operator switches the mirror on', () => {
    const combined = (operator?: boolean, ofProject?: boolean, trusted = true) => {
      const file = (mirror?: boolean) => (mirror === undefined ? {} : { mirror });
      return combineSettings(file(operator), file(ofProject), { trusted }).mirror;
    };
    expect(combined()).toBe(false);
    expect(combined(true)).toBe(true);
    for (const operator of [undefined, false]) expect(combined(operator, true)).toBe(false);
    for (const trusted of [true, false]) expect(combined(true, false, trusted)).toBe(false);
  });

  it('a project can add private content, never remove it', () => {
    const one: SettingsFile = { private: ['results'] };
    const other: SettingsFile = { private: ['prompts'] };
    for (const trusted of [true, false]) {
      expect(combineSettings(one, other, { trusted }).private).toEqual(['prompts', 'results']);
      expect(combineSettings(one, { private: [] }, { trusted }).private).toEqual(['results']);
    }
    expect(combineSettings({}).private).toEqual([]);
    expect(() => decodeSettings('{"private":["everything"]}')).toThrow(/prompts/);
  });

  it('settings of an untrusted project start and send nothing', () => {
    const settings = combineSettings(global, project);
    expect(settings).toEqual({ ...combineSettings(global), agents: settings.agents });
    expect(settings.agents).toMatchObject({ autoRoute: false, tracing: { enabled: false } });
  });

  it('a project can only narrow the sandbox', () => {
    const operator = { sandbox: { network: true, writable: ['~/one', '~/two'] } };
    const wide = { sandbox: { bash: 'off' as const, network: true, writable: ['~/two', '/etc'] } };
    const narrow = { sandbox: { bash: 'required' as const, network: false, writable: [] } };
    for (const trusted of [true, false]) {
      const combine = (global: SettingsFile, project: SettingsFile) =>
        combineSettings(global, project, { trusted }).sandbox;
      expect(combine({}, {})).toEqual({ bash: 'auto', network: false, writable: [] });
      expect(combine({}, wide)).toEqual({ bash: 'auto', network: false, writable: [] });
      expect(combine(operator, wide)).toEqual({ bash: 'auto', network: true, writable: ['~/two'] });
      expect(combine(operator, narrow)).toEqual({ bash: 'required', network: false, writable: [] });
      expect(combine({ sandbox: { bash: 'off' } }, narrow).bash).toBe('required');
    }
    const outside = { sandbox: { writable: ['relative'] } };
    expect(() => decodeSettings(JSON.stringify(outside))).toThrow(/absolute path/);
  });

  it('only the user’s settings allow private addresses', () => {
    const allows = { tools: { web_fetch: { allowPrivate: true } } };
    const denies = { tools: { web_fetch: { allowPrivate: false } } };
    const combine = (global: SettingsFile, project: SettingsFile) =>
      combineSettings(global, project, { trusted: true }).webFetch.allowPrivate;
    expect([combine(allows, {}), combine({}, allows), combine(allows, denies)]).toEqual([true, false, false]);
    const elsewhere = { tools: { weather: { allowPrivate: true } } };
    expect(() => decodeSettings(JSON.stringify(elsewhere))).toThrow(/web_fetch only/);
  });

  it('lists a project’s demands without values of variables', () => {
    const demands = collectDemands(project);
    expect(demands).toMatchObject({
      commands: [
        {
          server: 'files',
          command: 'node',
          args: ['server.js'],
          env: { TOKEN: variable('GITHUB_TOKEN'), MODE: 'x' },
          variables: ['GITHUB_TOKEN'],
        },
      ],
      modules: [
        { of: 'tool jira-reader', module: './jira.js' },
        { of: 'validator sure', module: './sure.js' },
      ],
      addresses: [
        { of: 'model big', url: 'https://models.example', key: 'vault://openai' },
        { of: 'server remote', url: 'https://mcp.example' },
        { of: 'memory', url: 'redis://memory.example' },
        { of: 'memory', url: 'postgres://me@memory.example/home' },
        { of: 'traces', url: 'https://traces.example' },
      ],
      secrets: [{ name: 'openai', from: 'variable OPENAI_API_KEY' }],
      approvals: { autoApprove: ['safe', 'high'] },
    });
    expect(collectDemands({ agents: { autoRoute: true } })).toBeUndefined();
  });

  it('any change of a project’s demands changes their hash', () => {
    const pinned = collectDemands(project)?.sha256;
    const changes: ((settings: typeof project) => void)[] = [
      ({ mcpServers }) => mcpServers?.files?.args?.push('--more'),
      ({ mcpServers }) => Object.assign(mcpServers?.files ?? {}, { command: 'nodejs' }),
      ({ mcpServers }) => Object.assign(mcpServers?.files?.env ?? {}, { MODE: 'y' }),
      ({ mcpServers }) => Object.assign(mcpServers ?? {}, { more: { command: 'x' } }),
      ({ models }) => Object.assign(models?.big ?? {}, { url: 'https://evil.example' }),
      ({ tools }) => Object.assign(tools?.['jira-reader'] ?? {}, { export: 'other' }),
      ({ vault }) => Object.assign(vault?.openai ?? {}, { env: 'AWS_SECRET' }),
      ({ approvals }) => approvals?.autoApprove?.push('critical'),
      (settings) => Object.assign(settings, { toolCallRepair: { model: 'small' } }),
      ({ memory }) => Object.assign(memory?.redis ?? {}, { url: 'redis://evil.example' }),
      ({ memory }) => Object.assign(memory?.postgres ?? {}, { url: 'postgres://evil.example' }),
      ({ validators }) => Object.assign(validators?.sure ?? {}, { module: './other.js' }),
      ({ agents }) => Object.assign(agents?.tracing ?? {}, { url: 'https://evil.example' }),
    ];
    const hashes = changes.map((change) => {
      const changed = structuredClone(project);
      change(changed);
      return collectDemands(changed)?.sha256;
    });
    expect(new Set([pinned, ...hashes]).size).toBe(changes.length + 1);
    const { agents: _, ...same } = structuredClone(project);
    expect(
      collectDemands({ ...same, agents: { autoRoute: true, tracing: project.agents?.tracing } })?.sha256,
    ).toBe(pinned);
  });

  it('shows a collector’s key with its address before trust', () => {
    const global = { agents: { tracing: { url: 'https://mine.example', key: 'vault://mine' } } };
    const tracing = (project: NonNullable<NonNullable<SettingsFile['agents']>['tracing']>, trusted = true) =>
      combineSettings(global, { agents: { tracing: project } }, { trusted }).agents.tracing;
    const theirs = { url: 'https://theirs.example' };
    expect(tracing(theirs)).toMatchObject(theirs);
    expect(tracing(theirs)).not.toHaveProperty('key');
    expect(tracing({ ...theirs, key: 'vault://theirs' })).toMatchObject({ ...theirs, key: 'vault://theirs' });
    expect(tracing({ backend: 'langsmith' })).toMatchObject(global.agents.tracing);
    expect(tracing(theirs, false)).toMatchObject(global.agents.tracing);
    const shown = (project: Parameters<typeof tracing>[0]) =>
      collectDemands({ agents: { tracing: project } })?.addresses;
    expect(shown({ ...theirs, key: 'vault://theirs' })).toEqual([
      { of: 'traces', url: 'https://theirs.example', key: 'vault://theirs' },
    ]);
    expect(shown({ backend: 'langsmith' })).toEqual([
      { of: 'traces', url: 'https://api.smith.langchain.com/otel/v1/traces' },
    ]);
    expect(shown({ key: 'vault://x' })).toEqual([
      { of: 'traces', url: 'the address of traces of this machine', key: 'vault://x' },
    ]);
    expect(shown({ enabled: true })).toEqual([]);
  });

  it('contents of spans stay with the address that they were allowed for', () => {
    const global = { agents: { tracing: { url: 'https://mine.example', contents: true } } };
    const contents = (project: NonNullable<NonNullable<SettingsFile['agents']>['tracing']>, trusted = true) =>
      combineSettings(global, { agents: { tracing: project } }, { trusted }).agents.tracing.contents;
    expect(contents({})).toBe(true);
    expect(contents({ url: 'https://theirs.example' })).toBeUndefined();
    expect(contents({ backend: 'langsmith' })).toBeUndefined();
    expect(contents({ contents: false })).toBe(false);
    const theirs = { agents: { tracing: { contents: true } } };
    for (const [trusted, expected] of [
      [false, undefined],
      [true, true],
    ] as const)
      expect(combineSettings({}, theirs, { trusted }).agents.tracing.contents).toBe(expected);
    expect(collectDemands(theirs)?.addresses).toEqual([
      {
        of: 'traces with messages, arguments and results',
        url: 'the address of traces of this machine',
      },
    ]);
  });

  it('an address of a model or a server has no password in it', () => {
    for (const [settings, path] of [
      [(url: string) => ({ models: { m: { provider: 'openai', url } } }), 'models.m.url'],
      [(url: string) => ({ mcpServers: { s: { url } } }), 'mcpServers.s.url'],
    ] as const) {
      const decoded = (url: string) => () => decodeSettings(JSON.stringify(settings(url)));
      expect(decoded('https://models.example/v1')).not.toThrow();
      for (const user of ['me:hunter2@', 'me@', ':hunter2@']) {
        const refused = decoded(`https://${user}models.example/v1`);
        expect(refused).toThrow(path);
        expect(refused).not.toThrow('hunter2');
      }
    }
  });

  it('an address of Redis has no password in it', () => {
    const withUrl = (url: string) => () => decodeSettings(JSON.stringify({ memory: { redis: { url } } }));
    expect(withUrl('vault://redis')).not.toThrow();
    expect(withUrl('rediss://redis.example:6380/2')).not.toThrow();
    for (const url of [
      'redis://me:secret@redis.example',
      'redis://redis.example?password=x',
      'https://redis.example',
      'redis://',
    ])
      expect(withUrl(url)).toThrow();
  });

  it('an address of PostgreSQL has no password in it', () => {
    const withUrl = (url: string) => () => decodeSettings(JSON.stringify({ memory: { postgres: { url } } }));
    for (const url of [
      'vault://memory',
      'postgres://memory.example',
      'postgresql://me@memory.example:5433/home',
      'postgres://me@[::1]:5433/home?sslmode=verify-full',
    ])
      expect(withUrl(url)).not.toThrow();
    for (const url of [
      'postgres://me:secret@memory.example/home',
      'postgres://:secret@memory.example/home',
      'postgres://me@host:secret@memory.example',
      'postgres://memory.example/home?password=x',
      'postgres://memory.example/home?sslmode=require&password=x',
      'redis://memory.example',
      'postgres://',
    ])
      expect(withUrl(url), url).toThrow();
  });

  it('replaces variables at start and reports missing ones', () => {
    const env = {
      TOKEN: `Bearer ${variable('A')}`,
      TWO: variable('A') + variable('B'),
      NONE: variable('C'),
      PLAIN: `$A {A} ${variable('1')}`,
    };
    expect(resolveEnvironment(env, { A: 'a', B: variable('A') })).toEqual({
      resolved: { TOKEN: 'Bearer a', TWO: `a${variable('A')}`, NONE: '', PLAIN: `$A {A} ${variable('1')}` },
      missing: ['C'],
    });
    expect(resolveEnvironment({ X: variable('constructor') }, {}).missing).toEqual(['constructor']);
  });
});
