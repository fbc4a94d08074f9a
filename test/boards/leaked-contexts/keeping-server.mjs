import { createInterface } from 'node:readline';

/** An MCP server that says its key in the name of a tool, in descriptions and in answers. */
const key = process.env.KEEPER_KEY ?? '';
const tools = ['say', `of-${key}`].map((name) => ({
  name,
  description: `Keeps ${key}.`,
  inputSchema: { type: 'object' },
}));
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'keeper', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: `It keeps ${key}.` }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && answers[method])
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params ?? {}) })}\n`,
    );
}
