import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { lookupPublic, requirePublicHost } from '../../bindings/public-addresses.ts';
import { decodedBody } from '../../models/send-text.ts';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { proxyAuthorization, proxyFor } from '../../proxying/proxy-for.ts';
import { TunnelAgent } from '../../proxying/tunnel-agent.ts';

export interface GetOptions {
  /** True if addresses of this machine and of private networks are allowed. */
  allowPrivate: boolean;
  /** Variables that name a proxy. */
  environment: NodeJS.ProcessEnv;
  userAgent: string;
  signal: AbortSignal;
}

export interface GetAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** Reads the decompressed body. @throws ToolFailure `too_large`, `http_failed` */
  read(maximumBytes: number): Promise<Buffer>;
  /** Closes the connection without reading the body. */
  discard(): void;
}

/**
 * Sends one GET request without credentials. The address that is checked is the one that is connected to.
 * @throws ToolFailure `address_refused`, `http_failed`; the signal's reason
 */
export async function sendGet(url: URL, options: GetOptions): Promise<GetAnswer> {
  const { signal } = options;
  try {
    if (!options.allowPrivate) requirePublicHost(url.hostname);
    const sent = await open(url, options);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end();
    });
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      read: (maximumBytes) => readBody(answer, maximumBytes, url).catch((error) => fail(url, error, signal)),
      discard: () => void answer.destroy(),
    };
  } catch (error) {
    return fail(url, error, signal);
  }
}

async function open(url: URL, options: GetOptions): Promise<ClientRequest> {
  const { allowPrivate, environment, userAgent, signal } = options;
  const isSecure = url.protocol === 'https:';
  const headers = {
    'user-agent': userAgent,
    accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
  };
  const proxy = proxyFor(url, environment);
  if (proxy === undefined)
    return (isSecure ? requestSecure : requestPlain)(url, {
      headers,
      signal,
      agent: false,
      ...(allowPrivate ? {} : { lookup: lookupPublic }),
    });
  if (!allowPrivate) await requirePublicName(url.hostname);
  if (isSecure) return requestSecure(url, { headers, signal, agent: new TunnelAgent(proxy, {}) });
  return (proxy.protocol === 'https:' ? requestSecure : requestPlain)({
    hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: url.href,
    headers: { ...headers, host: url.host, ...proxyAuthorization(proxy) },
    signal,
    agent: false,
  });
}

/**
 * Refuses a name that resolves to a private address here. The proxy resolves it again; a name that only the proxy knows is its own
 * decision.
 */
async function requirePublicName(hostname: string): Promise<void> {
  const look: LookupFunction = lookupPublic;
  await new Promise<void>((resolve, reject) => {
    look(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
      error instanceof ToolFailure ? reject(error) : resolve(),
    );
  });
}

async function readBody(answer: IncomingMessage, maximumBytes: number, url: URL): Promise<Buffer> {
  const body = decodedBody(answer, answer.headers['content-encoding']);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > maximumBytes)
        throw new ToolFailure(
          'too_large',
          `${url.host} responded with more than ${maximumBytes} bytes: fetch a smaller page`,
        );
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    answer.destroy();
  }
}

function fail(url: URL, error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw signal.reason;
  if (error instanceof ToolFailure && error.code === 'address_refused')
    throw new ToolFailure(
      'address_refused',
      `${url.hostname} is in a private network; only the user can allow it, by tools.web_fetch.allowPrivate in the settings`,
    );
  if (error instanceof ToolFailure) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  throw new ToolFailure('http_failed', `${url.host} did not respond (${code}): check the address`, {
    retry: 'may_help',
  });
}
