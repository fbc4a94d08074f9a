import { expect, it } from 'vitest';
import { connected, hostileServer } from '../testing/mcp-servers.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';
import { chooseMcpServers } from './server-config.ts';

it('starts a server on first use and prefixes its tools', async () => {
  const { provider, problems } = connected([hostileServer()]);
  const tools = await provider.tools(never.signal);
  expect(tools.find(({ name }) => name === 'mcp.hostile.answer')).toMatchObject({
    source: 'mcp',
    description: 'does answer',
    parameters: { type: 'object' },
    risk: 'medium',
    sideEffects: true,
    idempotent: false,
  });
  const outcome = await callTool(provider, 'mcp.hostile.answer', { a: 1 });
  expect(outcome).toMatchObject({ status: 'ok', tainted: true });
  expect(toText(outcome)).toBe('heard {"a":1}');
  expect(problems).toEqual([]);
});

it('a server that is not configured is named', async () => {
  const configured = { hostile: { command: 'node', trusted: true }, away: { url: 'https://mcp.example' } };
  expect(chooseMcpServers(configured, ['hostile', 'hostile'])).toEqual([
    { name: 'hostile', command: 'node', trusted: true },
  ]);
  for (const name of ['github', 'constructor', '__proto__'])
    expect(() => chooseMcpServers(configured, ['hostile', name])).toThrow(
      `MCP server not configured: ${name}`,
    );
  expect(chooseMcpServers(configured, ['away'])).toEqual([{ name: 'away', url: 'https://mcp.example' }]);
  const { provider } = connected([hostileServer()]);
  expect((await callTool(provider, 'mcp.github.get_issue', {})).error).toEqual({
    code: 'mcp_server_not_configured',
    message: 'MCP server not configured: github',
  });
});

it('a server with an unset environment variable is not started', async () => {
  const variable = (name: string) => `\${${name}}`;
  const env = { TOKEN: variable('NO_SUCH_TOKEN'), OTHER: variable('constructor') };
  const { provider, problems } = connected([hostileServer('usual', { env })]);
  expect(await provider.tools(never.signal)).toEqual([]);
  expect(problems).toMatchObject([
    { code: 'server_not_started', message: expect.stringContaining('NO_SUCH_TOKEN, constructor') },
  ]);
});
