import type { CallToolResult, ListToolsResult, McpServer } from '@modelcontextprotocol/server';

export interface GatewayCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  /** Name and version that the client declares. */
  client: string | undefined;
  /** Aborted when the call is cancelled or its client disconnects. */
  signal: AbortSignal;
  /** Reports that the call waits; does nothing if the client did not request progress. */
  report(message: string): void;
}

/** Takes the place of this package's own tools, for agents whose calls are decided and recorded. */
export interface Gateway {
  tools(): Promise<ListToolsResult['tools']>;
  /** Returns failures as results. Never throws. */
  call(call: GatewayCall): Promise<CallToolResult>;
}

/** Lists and calls the tools of a gateway. */
export function registerGateway(
  { server }: McpServer,
  gateway: Gateway,
  log: (error: unknown) => void,
): void {
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', async () => ({ tools: await gateway.tools() }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    const version = server.getClientVersion();
    return gateway.call({
      name: params.name,
      arguments: params.arguments ?? {},
      client: version && `${version.name} ${version.version}`,
      signal: mcpReq.signal,
      report(message) {
        if (progressToken === undefined) return;
        mcpReq
          .notify({
            method: 'notifications/progress',
            params: { progressToken, progress: 0, message },
          })
          .catch(log);
      },
    });
  });
}
