import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { echoed, echoServer } from '../runtime/mcp-echo.ts';
import { servePeer } from './peer-process.ts';

/** Measures calls of a tool by the MCP client of the protocol's SDK, one after another, in milliseconds per call. */
const client = new Client({ name: 'bench', version: '0' });
await client.connect(new StdioClientTransport({ ...echoServer, stderr: 'ignore' }));
// The client checks results against listed schemas, as the gateway does.
await client.listTools();

servePeer(async (count) => {
  const started = performance.now();
  for (let call = 0; call < count; call++) {
    const given = echoed(call);
    const { content } = await client.callTool({ name: 'echo', arguments: given });
    if (!JSON.stringify(content).includes(given.message))
      throw new Error(`it returned ${JSON.stringify(content)}`);
  }
  return (performance.now() - started) / count;
});
