import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connected, realServer } from '../testing/mcp-servers.ts';
import { getChild } from '../testing/processes.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';

it('lists and calls server-everything without our environment', async () => {
  const { provider, problems } = connected([realServer('everything')], {
    environment: { ...process.env, A_SECRET: 'never to be seen' },
  });
  const tools = await provider.tools(never.signal);
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mcp.everything.echo', 'mcp.everything.get-env']),
  );
  expect(tools.find(({ name }) => name === 'mcp.everything.echo')?.parameters).toMatchObject({
    type: 'object',
    required: ['message'],
  });
  expect(toText(await callTool(provider, 'mcp.everything.echo', { message: 'hello' }))).toBe('Echo: hello');
  const seen = await callTool(provider, 'mcp.everything.get-env', {});
  expect(seen.status).toBe('ok');
  expect(toText(seen)).not.toContain('never to be seen');
  expect((await callTool(provider, 'mcp.everything.echo', {})).status).toBe('error');
  expect(problems).toEqual([]);
});

it('restarts server-everything after a kill', async () => {
  const { provider, problems } = connected([realServer('everything')]);
  await provider.tools(never.signal);
  const long = callTool(provider, 'mcp.everything.trigger-long-running-operation', {
    duration: 60,
    steps: 60,
  });
  const pid = getChild(process.pid, 'server-everything');
  process.kill(pid, 'SIGKILL');
  expect((await long).error?.code).toBe('mcp_server_ended');
  expect(problems.map(({ code }) => code)).toEqual(['server_ended']);
  expect(toText(await callTool(provider, 'mcp.everything.echo', { message: 'again' }))).toBe('Echo: again');
});

it('server-filesystem reads in its folder and refuses what is outside', async () => {
  const { folder, outside } = scratchProject({ 'a.txt': 'inside' });
  const { provider } = connected([realServer('filesystem', [folder])]);
  const names = (await provider.tools(never.signal)).map(({ name }) => name);
  expect(names).toContain('mcp.filesystem.read_text_file');
  expect(
    toText(await callTool(provider, 'mcp.filesystem.read_text_file', { path: join(folder, 'a.txt') })),
  ).toBe('inside');
  const refused = await callTool(provider, 'mcp.filesystem.read_text_file', {
    path: join(outside, 'secret.txt'),
  });
  expect(refused).toMatchObject({ status: 'error', error: { code: 'mcp_tool_error' }, tainted: true });
  expect(toText(refused)).not.toContain('the secret outside');
});
