import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** An MCP server that says its key back, on its error output and in its answers, in text and in structure. */
const key = process.env.SERVER_KEY ?? '';
writeFileSync(process.argv[2], key);
process.stderr.write(`starting with ${key}\n`);
const say = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    say(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'echoing', version: '1.0.0' },
    });
  else if (method === 'tools/list')
    say(id, {
      tools: ['say', 'structure', 'fail'].map((name) => ({
        name,
        description: `uses ${key}`,
        inputSchema: { type: 'object' },
      })),
    });
  else if (method === 'tools/call' && params.name === 'structure')
    say(id, {
      content: [],
      structuredContent: { [key]: { of: Buffer.from(`it is ${key}`).toString('base64') } },
    });
  else if (method === 'tools/call')
    say(id, {
      // A secret that is split over parts, which the model reads one after the other.
      content: [
        { type: 'text', text: key.slice(0, 9) },
        { type: 'text', text: `${key.slice(9)} ${JSON.stringify(params.arguments)}` },
      ],
      isError: params.name === 'fail',
    });
});
