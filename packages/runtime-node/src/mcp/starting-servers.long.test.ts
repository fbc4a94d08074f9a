import { expect, it } from 'vitest';
import { measuredTimeFactor } from '../../../../test/support/time-factor.ts';
import { connected } from '../testing/mcp-servers.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';
import type { McpServerConfig } from './server-config.ts';

/** Server whose replies are expressions over `m`, the request. */
function server(
  name: string,
  { tools = '{ tools: [{ name: "now", inputSchema: { type: "object" } }] }', start = '' } = {},
): McpServerConfig {
  const script = `
    ${start}
    const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    let rest = '';
    process.stdin.on('end', () => process.exit(0));
    process.stdin.on('data', (chunk) => {
      const lines = (rest + chunk).split('\\n');
      rest = lines.pop();
      for (const line of lines) {
        const m = JSON.parse(line);
        if (m.method === 'initialize' && !globalThis.hangs)
          say(m.id, { protocolVersion: m.params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
        if (m.method === 'tools/list') say(m.id, ${tools});
        if (m.method === 'tools/call') say(m.id, { content: [{ type: 'text', text: 'it is noon' }] });
      }
    });`;
  return { name, command: process.execPath, args: ['-e', script] };
}

const oneTool = (cursor: string) =>
  `{ tools: [{ name: "now", inputSchema: { type: "object" } }], nextCursor: ${cursor} }`;
const hanging = 'globalThis.hangs = true;';

it('ends a list at a cursor that does not advance', async () => {
  const cursors = {
    empty: '""',
    nulled: 'null',
    same: '"again"',
    turning: 'm.params?.cursor === "a" ? "b" : "a"',
  };
  for (const [name, cursor] of Object.entries(cursors)) {
    const { provider, problems } = connected([server(name, { tools: oneTool(cursor) })]);
    const names = (await provider.tools(never.signal)).map((tool) => tool.name);
    expect([names, problems]).toEqual([[`mcp.${name}.now`], []]);
  }
});

it('pages that differ are all listed', async () => {
  const at = 'Number(m.params?.cursor ?? 0)';
  const tools = `{ tools: [{ name: 'page_' + ${at}, inputSchema: { type: 'object' } }], nextCursor: ${at} < 4 ? String(${at} + 1) : undefined }`;
  const { provider } = connected([server('paged', { tools })]);
  expect(await provider.tools(never.signal)).toHaveLength(5);
});

it('reports a failed start with its last error lines', async () => {
  const start = 'console.error("Error: TICKETS_TOKEN is not set"); process.exit(1);';
  const { provider, problems } = connected([server('ended', { start })]);
  expect(await provider.tools(never.signal)).toEqual([]);
  expect(problems).toMatchObject([
    { code: 'server_not_started', detail: expect.stringContaining('Error: TICKETS_TOKEN is not set') },
  ]);
});

it('waits for a start as long as settings say', async () => {
  const slow = { ...server('slow', { start: hanging }), startTimeoutMs: 300 };
  const { provider, problems } = connected([slow]);
  expect(await provider.tools(never.signal)).toEqual([]);
  expect(problems).toMatchObject([
    { code: 'server_not_started', message: expect.stringMatching(/300 ms.*startTimeoutMs/) },
  ]);
});

it('a hanging server delays no tools of other servers', async () => {
  const { provider, problems } = connected([server('hanging', { start: hanging }), server('well')], {
    patienceMs: 1_500,
  });
  const began = performance.now();
  expect((await provider.tools(never.signal)).map(({ name }) => name)).toEqual(['mcp.well.now']);
  expect(performance.now() - began).toBeLessThan(20_000 * measuredTimeFactor());
  expect(problems).toMatchObject([
    { code: 'server_slow', message: expect.stringContaining('startTimeoutMs') },
  ]);
  expect(toText(await callTool(provider, 'mcp.well.now', {}, { signal: never.signal }))).toBe('it is noon');
});

it('waits for a server with a time to start', async () => {
  const late = 'const begun = Date.now(); while (Date.now() - begun < 600);';
  const config = { ...server('late', { start: late }), startTimeoutMs: 30_000 };
  const { provider } = connected([config, server('well')], { patienceMs: 100 });
  expect((await provider.tools(never.signal)).map(({ name }) => name).toSorted()).toContain('mcp.late.now');
});
