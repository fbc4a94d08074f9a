import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectMcpServers, createNativeTools, fixedPlace } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { message } from './support/bound-calls.ts';
import { openWorkshop } from './support/reference-home.ts';

/** A server of one tool that returns 200 KB of text. */
const server = `
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize')
      say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
    else if (method === 'tools/list') say(id, { tools: [{ name: 'dump', inputSchema: { type: 'object' } }] });
    else if (method === 'tools/call') say(id, { content: [{ type: 'text', text: 'served '.repeat(30_000) }] });
  }
});`;

const calls: [tool: string, args: object, shown: string][] = [
  ['read_file', { path: 'one-line.json' }, 'zzzz'],
  ['bash', { command: 'yes 0123456789 | head -c 3000000' }, '0123456789'],
  ['mcp_big_dump', {}, 'served '],
];

test('reads on in megabytes of files, programs and servers', async () => {
  const rules = calls.flatMap(([tool, args], at) => [
    `  - when: { user: 'call ${at};', count: 0 }\n    answer: { calls: [{ tool: ${tool}, arguments: ${JSON.stringify(args)} }] }`,
    `  - when: { user: 'call ${at};', count: 1 }\n    answer: { calls: [{ tool: read_result, arguments: { call_id: call_1_0, offset: 100000, limit: 50 } }] }`,
  ]);
  const environment = { PATH: process.env.PATH ?? '' };
  const { runtime, order, check, project, emulator } = await openWorkshop(
    `rules:\n${rules.join('\n')}\n  - answer: done\n`,
    {
      providers: (folder) => [
        createNativeTools({ projectFolder: folder, environment }),
        connectMcpServers([{ name: 'big', command: process.execPath, args: ['-e', server] }], {
          placeOf: fixedPlace(folder, environment),
          project: folder,
          tell: () => {},
        }),
      ],
    },
  );
  await writeFile(join(project, 'one-line.json'), `{"a":"${'z'.repeat(400_000)}"}`);
  for (const [at, [tool, , shown]] of calls.entries()) {
    const wanted = order({
      operator: { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] },
      limits: { maxTokens: 1_000_000, maxToolCalls: 10, timeoutMs: 60_000 },
      sessionId: `session-${at}`,
    });
    const small = { ...wanted, model: { ...wanted.model, contextWindow: 16_384 } };
    const { state, runId } = await runtime.postMessage(small, { ...message, text: `call ${at}; please` });
    expect([tool, state.ended]).toMatchObject([tool, { status: 'answered' }]);
    const { records } = await check(runId);
    const results = records.flatMap(({ type, data }) => (type === 'kairo.tool.result' ? [data] : []));
    expect([tool, JSON.stringify(results[1])]).toEqual([tool, expect.stringContaining(shown)]);
    expect(JSON.stringify(results[1])).toContain('[characters 100000 to 100050 of ');
  }
  expect(JSON.stringify(emulator.journal())).toContain('read on with read_result');
});
