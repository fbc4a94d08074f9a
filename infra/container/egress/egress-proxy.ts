import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { bareHost, type Endpoint, parseAuthority, portOf } from './endpoints.ts';
import { reachableAddress } from './reachable-address.ts';

export interface EgressOptions {
  endpoints: readonly Endpoint[];
  /** Returns the address of a host, or undefined if it must not be reached; default by DNS. */
  resolve?: (host: string) => Promise<string | undefined>;
  log: (line: string) => void;
}

/** Codes of refusals and failures, which are in the response and in the log. */
type RefusalCode = 'invalid_target' | 'not_listed' | 'address_refused' | 'not_found' | 'unreachable';

const statuses: Record<RefusalCode, number> = {
  invalid_target: 400,
  not_listed: 403,
  address_refused: 403,
  not_found: 502,
  unreachable: 502,
};

const mostConnections = 256;
const connectMs = 10_000;
/** A model may think for minutes without a byte. */
const idleMs = 900_000;
/** Headers of one connection, which are not for the next one (RFC 9110, section 7.6.1). */
const ofOneConnection = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/**
 * Creates a proxy that connects to the listed endpoints alone: CONNECT for TLS, which stays end to end, and plain requests for
 * `http:`. It reads no header but those of the connection, and logs hosts and ports only.
 */
export function createEgressProxy({ endpoints, resolve = reachableAddress, log }: EgressOptions): Server {
  const listed = new Set(endpoints.map(keyOf));
  const find = async (target: Endpoint | undefined): Promise<{ address: string } | RefusalCode> => {
    if (!target) return 'invalid_target';
    if (!listed.has(keyOf(target))) return 'not_listed';
    try {
      const address = await resolve(target.host);
      return address === undefined ? 'address_refused' : { address };
    } catch {
      return 'not_found';
    }
  };
  const refused = (code: RefusalCode, method: string, target: Endpoint | undefined) =>
    log(`refused ${method} ${target ? keyOf(target) : 'unknown'} [${code}]`);

  const server = createServer({ headersTimeout: 10_000, maxHeaderSize: 32 * 1024 });
  server.maxConnections = mostConnections;
  server.on('connect', (message: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    const target = parseAuthority(message.url ?? '');
    void find(target).then((found) => {
      if (typeof found === 'string' || !target) {
        const code = typeof found === 'string' ? found : 'invalid_target';
        refused(code, 'CONNECT', target);
        client.end(`HTTP/1.1 ${statuses[code]} ${code}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      tunnel(client, head, connect({ host: found.address, port: target.port }), () =>
        refused('unreachable', 'CONNECT', target),
      );
    });
  });
  server.on('request', (message, response) => {
    const url = URL.parse(message.url ?? '');
    const target =
      url?.protocol === 'http:' ? { host: bareHost(url.hostname), port: portOf(url) } : undefined;
    void find(target).then((found) => {
      if (typeof found === 'string' || !target || !url) {
        const code = typeof found === 'string' ? found : 'invalid_target';
        refused(code, 'HTTP', target);
        refuse(response, code);
        return;
      }
      forward(message, response, { url, address: found.address, port: target.port }, () =>
        refused('unreachable', 'HTTP', target),
      );
    });
  });
  return server;
}

function keyOf({ host, port }: Endpoint): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function refuse(response: ServerResponse, code: RefusalCode): void {
  // The rest of the body is not read.
  response.writeHead(statuses[code], { connection: 'close', 'content-type': 'text/plain' });
  response.end(`${code}\n`);
}

function tunnel(client: Duplex, head: Buffer, outside: Socket, onUnreachable: () => void): void {
  const timer = setTimeout(() => outside.destroy(new Error('timeout')), connectMs);
  outside.once('connect', () => {
    clearTimeout(timer);
    outside.setTimeout(idleMs, () => outside.destroy());
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) outside.write(head);
    // The end of one side ends the other.
    pipeline(client, outside, client, () => {
      client.destroy();
      outside.destroy();
    });
  });
  outside.on('error', () => {
    clearTimeout(timer);
    if (!outside.connecting && outside.bytesRead > 0) return;
    onUnreachable();
    client.end('HTTP/1.1 502 unreachable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  client.once('close', () => outside.destroy());
}

function forward(
  message: IncomingMessage,
  response: ServerResponse,
  { url, address, port }: { url: URL; address: string; port: number },
  onUnreachable: () => void,
): void {
  const sent = request({
    ...{ host: address, port, method: message.method, path: `${url.pathname}${url.search}` },
    headers: { ...endToEnd(message.headers), host: url.host },
    agent: false,
    timeout: idleMs,
  });
  sent.once('timeout', () => sent.destroy());
  sent.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    pipeline(answer, response, () => {});
  });
  sent.on('error', () => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    onUnreachable();
    refuse(response, 'unreachable');
  });
  response.once('close', () => sent.destroy());
  pipeline(message, sent, () => {});
}

function endToEnd(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/[\s,]+/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofOneConnection.has(name) && !named.includes(name)),
  );
}
