import { expect, it } from 'vitest';
import { connected, hostileServer } from '../testing/mcp-servers.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';

it('leaves out tools with invalid or confusable names', async () => {
  const { provider, problems } = connected([hostileServer('weird')]);
  const names = (await provider.tools(never.signal)).map(({ name }) => name);
  expect(names).toEqual([
    'mcp.hostile.read_file',
    'mcp.hostile.with.dots',
    'mcp.hostile.__proto__',
    'mcp.hostile.long_description',
  ]);
  expect(problems).toHaveLength(16);
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['tool_left_out']));
  const texts = problems.map(({ message }) => message).join('\n');
  for (const said of ['"with blanks"', 'twice', 'getIssue', 'get_issue', '"nested"', '"long_schema"'])
    expect(texts).toContain(said);
});

it('a list without end is cut', async () => {
  const { provider, problems } = connected([hostileServer('thousands')]);
  expect(await provider.tools(never.signal)).toHaveLength(256);
  expect(problems.map(({ message }) => message)).toEqual(['4744 tools after the first 256']);
});

it('believes a server’s warnings, reassurances only if trusted', async () => {
  const { provider } = connected([
    hostileServer('annotated', { name: 'stranger' }),
    hostileServer('annotated', { name: 'friend', trusted: true }),
  ]);
  const said = (await provider.tools(never.signal)).map(
    ({ name, risk, sideEffects, idempotent }) =>
      `${name} ${risk}${sideEffects ? ' effects' : ''}${idempotent ? ' repeatable' : ''}`,
  );
  expect(said).toEqual([
    'mcp.stranger.reads medium effects',
    'mcp.stranger.repeats medium effects',
    'mcp.stranger.destroys high effects',
    'mcp.stranger.plain medium effects',
    'mcp.friend.reads safe repeatable',
    'mcp.friend.repeats low effects repeatable',
    'mcp.friend.destroys high effects',
    'mcp.friend.plain medium effects',
  ]);
});

it('a tool changed by its server is not called', async () => {
  const { provider, problems } = connected([hostileServer()]);
  expect(toText(await callTool(provider, 'mcp.hostile.change', {}))).toBe('changed');
  const outcome = await callTool(provider, 'mcp.hostile.answer', {});
  expect(outcome.error?.code).toBe('mcp_tools_changed');
  expect(problems).toMatchObject([
    { code: 'tools_changed', message: expect.stringContaining('answer, new_tool') },
  ]);
  const names = (await provider.tools(never.signal)).map(({ name }) => name);
  expect(names).toContain('mcp.hostile.change');
  expect(names).not.toContain('mcp.hostile.answer');
  expect(names).not.toContain('mcp.hostile.new_tool');
});
