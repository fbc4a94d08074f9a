import { createInterface } from 'node:readline';

/** An MCP server that says its key in the name of a tool, in descriptions and in answers, and in these a secret that it has. */
const key = process.env.KEEPER_KEY ?? '';
const secret = process.env.KEEPER_SECRET ?? '';
const tools = ['say', `of-${key}`].map((name) => ({
  name,
  description: `Keeps ${key}.`,
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object' },
}));
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'keeper', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: `It keeps ${key}. ${secret}` }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && answers[method])
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params ?? {}) })}\n`,
    );
}
