import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Seen, seen } from './mcp-agent.ts';

const cli = fileURLToPath(new URL('../../../../../apps/cli/bin/agent-home.js', import.meta.url));

export interface StdioAgent {
  client: Client;
  /** Returns the standard error of the command. */
  errors(): string;
  call(name: string, given?: Record<string, unknown>): Promise<Seen>;
  /** Process id of the command. */
  pid(): number;
  close(): Promise<void>;
}

/** Starts the command as an assistant does. */
export async function stdioAgent(
  given: string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<StdioAgent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...given],
    env: { PATH: process.env.PATH ?? '', ...environment },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  let written = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  return {
    client,
    errors: () => written,
    pid: () => transport.pid ?? 0,
    call: async (name, given_ = {}) => seen(await client.callTool({ name, arguments: given_ })),
    close: () => client.close(),
  };
}
