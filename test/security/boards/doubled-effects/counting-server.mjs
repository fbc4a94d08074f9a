import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** An MCP server whose one tool writes a line into the file that its first argument names, each time it is called. */
const [file] = process.argv.slice(2);
const tool = {
  name: 'count',
  description: 'Counts.',
  inputSchema: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'counting', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { what } }) => {
    appendFileSync(file, `${what}\n`);
    return { content: [{ type: 'text', text: `counted ${what}` }] };
  },
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const reply = answer
    ? { result: answer(params ?? {}) }
    : { error: { code: -32601, message: 'no such method' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}
