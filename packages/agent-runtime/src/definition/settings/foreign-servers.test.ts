import { describe, expect, it } from 'vitest';
import { combineSettings } from './combine-settings.ts';
import { readSettingsFile } from './decode-settings.ts';
import { collectDemands } from './project-demands.ts';

/** Form of an environment variable in settings. */
const variable = (name: string) => `\${${name}}`;
const read = (mcpServers: object, more: object = {}) =>
  readSettingsFile(JSON.stringify({ mcpServers, ...more }), 'settings.json');

describe('servers as other programs write them', () => {
  it('names and ignores unknown members of a server', () => {
    const { settings, problems } = read({
      clock: {
        type: 'stdio',
        command: 'node',
        args: ['server.mjs'],
        description: 'clock',
        alwaysAllow: ['now'],
      },
      search: {
        type: 'http',
        url: 'https://mcp.example',
        headers: { Authorization: 'Bearer x' },
        timeout: 60,
      },
      files: { command: 'npx', args: ['-y', 'files'], cwd: 'tools', env: {}, disabled: false },
      events: { type: 'sse', url: 'https://mcp.example/sse' },
    });
    expect(problems.map(({ code, path, severity }) => [code, path.join('.'), severity])).toEqual([
      ['unknown_field', 'mcpServers.clock.description', 'warning'],
      ['unknown_field', 'mcpServers.clock.alwaysAllow', 'warning'],
      ['unknown_field', 'mcpServers.search.timeout', 'warning'],
    ]);
    expect(problems[2]?.nearest).toBe('timeoutMs');
    expect(settings.mcpServers).toMatchObject({
      clock: { command: 'node' },
      search: { headers: { Authorization: 'Bearer x' } },
      files: { cwd: 'tools' },
      events: { type: 'sse' },
    });
  });

  it('an unusable entry voids nothing else of the file', () => {
    const { settings, problems } = read(
      {
        well: { command: 'node' },
        nothing: {},
        both: { command: 'node', url: 'https://mcp.example' },
        text: 'node server.js',
        list: [],
        numbers: { command: 'node', env: { PORT: 8080 } },
        lines: { url: 'https://mcp.example', headers: { 'X-Key': 'a\nb' } },
        mismatch: { type: 'stdio', url: 'https://mcp.example' },
        'a name with spaces': { command: 'node' },
      },
      { models: { m: { provider: 'emulator' } } },
    );
    expect(new Set(problems.map(({ path }) => path[1]))).toEqual(
      new Set(['nothing', 'both', 'text', 'list', 'numbers', 'lines', 'mismatch', 'a name with spaces']),
    );
    expect(settings.models).toMatchObject({ m: { provider: 'emulator' } });
    const global = { mcpServers: { both: { command: 'own' }, other: { command: 'own' } } };
    const combined = combineSettings(global, settings, { trusted: true });
    expect(Object.keys(combined.mcpServers).toSorted()).toEqual(['other', 'well']);
  });

  it('a server that is disabled is not there', () => {
    const { settings } = read({ off: { command: 'node', disabled: true }, on: { command: 'node' } });
    expect(Object.keys(combineSettings(settings).mcpServers)).toEqual(['on']);
  });

  it('shows secrets for servers before a project is trusted', () => {
    const { settings } = read({
      tickets: {
        url: 'https://mcp.example',
        headers: { Authorization: 'Bearer vault://tickets', 'X-Tenant': variable('TENANT') },
        oauth: { clientId: 'me', clientSecret: 'vault://client', issuer: 'https://login.example' },
      },
    });
    expect(collectDemands(settings)?.addresses).toEqual([
      {
        of: 'server tickets',
        url: 'https://mcp.example',
        key: `vault://tickets, ${variable('TENANT')}, vault://client`,
      },
    ]);
    expect(combineSettings({}, settings).mcpServers).toEqual({});
  });

  it('binds the secret of a client to its issuer', () => {
    const of = (oauth: object) => read({ it: { url: 'https://mcp.example', oauth } }).problems.length;
    expect(of({ clientId: 'me', clientSecret: 'vault://client' })).toBe(1);
    expect(of({ grant: 'client_credentials', clientId: 'me' })).toBe(1);
    expect(of({ clientId: 'me', clientSecret: 'plain', issuer: 'https://login.example' })).toBe(1);
    expect(of({ scopes: ['read'] })).toBe(0);
  });
});
