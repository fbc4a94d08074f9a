import { type ClientRequestArgs, request as requestPlain } from 'node:http';
import { type AgentOptions, request as requestSecure, Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { proxyAuthorization } from './proxy-for.ts';

type Opened = (error: Error | null, socket?: Duplex) => void;

/**
 * Agent for connections through a proxy with CONNECT. TLS is end to end with the server, whose certificate is verified as usual.
 */
export class TunnelAgent extends SecureAgent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** Called by Node's agent for each new connection. */
  override createConnection(options: ClientRequestArgs, opened: Opened): undefined {
    const { hostname, port, protocol } = this.#proxy;
    const target = `${options.host}:${options.port ?? 443}`;
    const request = protocol === 'https:' ? requestSecure : requestPlain;
    const connecting = request({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: { host: target, ...proxyAuthorization(this.#proxy) },
      timeout: 30_000,
    });
    connecting.once('timeout', () =>
      connecting.destroy(new Error(`proxy ${this.#proxy.host} does not respond`)),
    );
    connecting.once('error', (error) => opened(error));
    connecting.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return opened(null, connect({ ...(options as ConnectionOptions), socket }));
      socket.destroy();
      return opened(new Error(`proxy ${this.#proxy.host} refused ${target} with status ${statusCode}`));
    });
    connecting.end();
  }
}
