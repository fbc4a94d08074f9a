import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connected, hostileServer } from '../testing/mcp-servers.ts';
import { hasEnded, isRunning } from '../testing/processes.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';

it('a crash ends the call, and the next restarts', async () => {
  const { provider, problems } = connected([hostileServer()]);
  expect((await callTool(provider, 'mcp.hostile.crash', {})).error?.code).toBe('mcp_server_ended');
  expect(problems.map(({ code }) => code)).toEqual(['server_ended']);
  expect(toText(await callTool(provider, 'mcp.hostile.answer', {}))).toBe('heard {}');
});

it('a server that crashes repeatedly is retried ever later', async () => {
  const { provider } = connected([hostileServer()], { restartDelayMs: 20_000 });
  expect((await callTool(provider, 'mcp.hostile.crash', {})).error?.code).toBe('mcp_server_ended');
  expect((await callTool(provider, 'mcp.hostile.crash', {})).error?.code).toBe('mcp_server_ended');
  const outcome = await callTool(provider, 'mcp.hostile.answer', {});
  expect(outcome.error?.code).toBe('mcp_server_away');
  expect(await provider.tools(never.signal)).toEqual([]);
});

it('a server that hangs ends the call at its time-out', async () => {
  const { provider } = connected([hostileServer('usual', { timeoutMs: 300 })]);
  expect((await callTool(provider, 'mcp.hostile.hang', {})).error?.code).toBe('tool_timeout');
  const { provider: patient } = connected([hostileServer()]);
  await patient.tools(never.signal);
  const signal = AbortSignal.timeout(200);
  expect((await callTool(patient, 'mcp.hostile.hang', {}, { signal })).error?.code).toBe('tool_timeout');
});

it('a cancelled call waits for nothing', async () => {
  const { provider } = connected([hostileServer()]);
  await provider.tools(never.signal);
  const controller = new AbortController();
  const outcome = callTool(provider, 'mcp.hostile.hang', {}, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  expect((await outcome).error?.code).toBe('tool_cancelled');
});

it('a flooding server is ended and restarted for later calls', async () => {
  for (const tool of ['flood', 'endless_line']) {
    const { provider, problems } = connected([hostileServer()]);
    expect((await callTool(provider, `mcp.hostile.${tool}`, {})).error?.code).toBe('mcp_server_ended');
    expect(problems.map(({ code }) => code)).toEqual(['server_flooded']);
    expect(toText(await callTool(provider, 'mcp.hostile.answer', {}))).toBe('heard {}');
  }
});

it('lines that are no messages answer nothing', async () => {
  const { provider } = connected([hostileServer()]);
  expect(toText(await callTool(provider, 'mcp.hostile.nonsense', {}))).toBe('after the nonsense');
});

it('a huge result is cut between characters', async () => {
  const { provider } = connected([hostileServer()]);
  const outcome = await callTool(provider, 'mcp.hostile.huge', {});
  const text = toText(outcome);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * 1024);
  expect(text).toMatch(/^声+\n\[cut: 3000000 bytes in all\]$/);
});

it('hides an endlessly nested result and rejects an invalid one', async () => {
  const { provider } = connected([hostileServer('usual', { timeoutMs: 2_000 })]);
  expect(toText(await callTool(provider, 'mcp.hostile.deep', {}))).toBe(
    '[structured content that cannot be shown]',
  );
  expect((await callTool(provider, 'mcp.hostile.no_result', {})).error?.code).toBe('mcp_protocol_error');
  const refused = await callTool(provider, 'mcp.hostile.refuse', {});
  expect(refused).toMatchObject({ error: { code: 'mcp_tool_error' }, tainted: true });
});

it('a flood of error output is bounded and harmless', async () => {
  const { provider, problems } = connected([hostileServer()]);
  expect(toText(await callTool(provider, 'mcp.hostile.shout', {}))).toBe('shouted');
  await callTool(provider, 'mcp.hostile.crash', {});
  expect(problems[0]?.detail?.length).toBeLessThan(20_000);
});

it('an answer before a server’s end still counts', async () => {
  const { provider } = connected([hostileServer()]);
  expect(toText(await callTool(provider, 'mcp.hostile.last_words', {}))).toBe('my last words');
});

it('a server sees only its part of our environment', async () => {
  const { provider } = connected(
    [hostileServer('usual', { env: { GIVEN: 'yes', TOKEN: '$' + '{OURS}-token' } })],
    { environment: { PATH: process.env.PATH, OURS: 'ours', OPENAI_API_KEY: 'sk-secret', LC_ALL: 'C' } },
  );
  const { TOOL_PROCESS_MARK: _, ...seen } = JSON.parse(
    toText(await callTool(provider, 'mcp.hostile.environment', {})),
  );
  expect(seen).toEqual({ PATH: process.env.PATH, LC_ALL: 'C', GIVEN: 'yes', TOKEN: 'ours-token' });
});

it('an absent server leaves other tools and is reported', async () => {
  const { provider, problems } = connected([
    hostileServer('dies', { name: 'dying' }),
    { name: 'missing', command: '/nowhere/at/all' },
    hostileServer('usual', { name: 'wanting', env: { KEY: '$' + '{NOT_SET_ANYWHERE}' } }),
    hostileServer(),
  ]);
  const names = (await provider.tools(never.signal)).map(({ name }) => name);
  expect(names).toContain('mcp.hostile.answer');
  expect(names.every((name) => name.startsWith('mcp.hostile.'))).toBe(true);
  expect(problems.map(({ code, server }) => `${server}: ${code}`).sort()).toEqual([
    'dying: server_not_started',
    'missing: server_not_started',
    'wanting: server_not_started',
  ]);
  expect(problems.find(({ server }) => server === 'dying')?.detail).toBe('I cannot start\n');
});

it('closing ends servers with all their children', async () => {
  const { provider } = connected([hostileServer(), hostileServer('clings', { name: 'clinging' })]);
  const children = [
    Number(toText(await callTool(provider, 'mcp.hostile.family', {}))),
    Number(toText(await callTool(provider, 'mcp.clinging.family', {}))),
  ];
  const parents = children.map((pid) =>
    Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  await provider.close();
  for (const pid of [...children, ...parents]) await hasEnded(pid);
});

it('closing does not wait for a silent server', async () => {
  const { provider } = connected([hostileServer('silent')]);
  const listing = provider.tools(never.signal).catch(() => 'gave up');
  await provider.close();
  expect(await listing).toBe('gave up');
});

it('ends processes that a server started in a session', async () => {
  const { provider } = connected([hostileServer()]);
  const child = Number(toText(await callTool(provider, 'mcp.hostile.runaway', {})));
  await callTool(provider, 'mcp.hostile.crash', {});
  await hasEnded(child);
  const second = Number(toText(await callTool(provider, 'mcp.hostile.runaway', {})));
  await provider.close();
  expect(isRunning(second)).toBe(false);
});

it('counts a response once and ignores unrequested ones', async () => {
  const { provider } = connected([hostileServer()]);
  expect(toText(await callTool(provider, 'mcp.hostile.twice', {}))).toBe('first');
  expect(toText(await callTool(provider, 'mcp.hostile.answer', { n: 1 }))).toBe('heard {"n":1}');
});

it('ends a server that sends and never reads', async () => {
  const { provider, problems } = connected([hostileServer('usual', { timeoutMs: 20_000 })]);
  const outcome = await callTool(provider, 'mcp.hostile.deaf', {});
  expect(outcome.error?.code).toBe('mcp_server_ended');
  expect(problems.map(({ code }) => code)).toContain('server_flooded');
}, 30_000);
