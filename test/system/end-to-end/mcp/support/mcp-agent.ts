import { CallLimit, Membership, type ServerSurroundings, serveOverHttp } from '@agent-home/mcp-server';
import { type CardDraft, connect, createIdentity } from '@agent-home/sdk';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestHome } from '../../../../support/start-home.ts';

/** Tool result as the client receives it. */
export interface Seen {
  text: string;
  isError: boolean;
  code: unknown;
}

type CallOptions = Parameters<Client['callTool']>[1];

/** Agent behind the server, as its client can use it: only by the tools. */
export interface McpAgent {
  client: Client;
  url: string;
  token: string;
  /** Messages that the server wrote only to its log. */
  logged: unknown[];
  call(name: string, given?: Record<string, unknown>, options?: CallOptions): Promise<Seen>;
  close(): Promise<void>;
}

const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };

/** Starts an agent served over HTTP on this machine, by the package as the command uses it. */
export async function mcpAgent(
  home: TestHome,
  agentId: string,
  {
    card = {},
    secretKey = createIdentity().secretKey,
  }: { card?: Partial<CardDraft>; secretKey?: Uint8Array } = {},
): Promise<McpAgent> {
  const { url, rootSet } = home;
  const polling = { activeMs: 50, idleMs: 400 };
  const membership = new Membership({
    home: await connect({ url, rootSet, secretKey, agentId, polling }),
    card: { name: agentId, personality, ...card },
  });
  const logged: unknown[] = [];
  const surroundings: ServerSurroundings = {
    membership,
    limit: new CallLimit(),
    version: 'test',
    log: (error) => logged.push(error),
  };
  const token = `token-of-${agentId}`;
  const door = await serveOverHttp(surroundings, { port: 0, token });
  const client = await clientAt(door.url, token);
  return {
    client,
    url: door.url,
    token,
    logged,
    call: async (name, given = {}, options = undefined) =>
      seen(await client.callTool({ name, arguments: given }, options)),
    async close() {
      await client.close();
      await door.close();
      await membership.close();
    },
  };
}

export async function clientAt(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

export function seen({ content, isError, _meta }: Awaited<ReturnType<Client['callTool']>>): Seen {
  const [first] = content;
  return {
    text: first?.type === 'text' ? first.text : '',
    isError: isError === true,
    code: _meta?.['agent-home/code'],
  };
}
