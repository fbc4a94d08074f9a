import { Agent, type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { proxyAuthorization, proxyFor } from '../proxying/proxy-for.ts';
import { TunnelAgent } from '../proxying/tunnel-agent.ts';

interface SentText {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/**
 * Keeps connections open for the next round, but shorter than servers do, because a request is lost on a connection that the server
 * closes.
 */
const idle = { keepAlive: true, timeout: 4_000 };
const plain = new Agent(idle);
const secure = new SecureAgent(idle);

/** Sends a text by HTTP without following redirects. @throws Node's error of the connection */
export function sendText(
  url: URL,
  { method, headers, body }: SentText,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:')
    throw new Error(`the protocol ${url.protocol} is not supported: use http or https`);
  // Bytes, since in one text with it the headers would be written as UTF-8.
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const length = bytes === undefined ? {} : { 'content-length': bytes.length };
  const all = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers, ...length };
  const proxy = proxyFor(url, process.env);
  const sent =
    proxy && !isSecure
      ? throughProxy(proxy, url, { method, headers: all })
      : (isSecure ? requestSecure : requestPlain)(url, {
          method,
          headers: all,
          agent: proxy ? tunnelTo(proxy) : isSecure ? secure : plain,
        });
  const answer = answerTo(sent, signal);
  sent.end(bytes);
  return answer;
}

/** A request for an `http:` address is sent to the proxy itself, with the whole address in its first line. */
function throughProxy(
  proxy: URL,
  url: URL,
  { method, headers }: { method: string; headers: Record<string, string | number> },
): ClientRequest {
  const isSecure = proxy.protocol === 'https:';
  return (isSecure ? requestSecure : requestPlain)({
    hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: url.href,
    method,
    headers: { ...headers, host: url.host, ...proxyAuthorization(proxy) },
    agent: isSecure ? secure : plain,
  });
}

const tunnels = new Map<string, TunnelAgent>();

function tunnelTo(proxy: URL): TunnelAgent {
  const tunnel = tunnels.get(proxy.href) ?? new TunnelAgent(proxy, idle);
  tunnels.set(proxy.href, tunnel);
  return tunnel;
}

function answerTo(sent: ClientRequest, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  const stop = {
    handleEvent: () => void sent.destroy(new Error('the request was abandoned')),
  };
  signal?.addEventListener('abort', stop, { once: true });
  return new Promise((resolve, reject) => {
    sent.once('response', (answer) => {
      signal?.removeEventListener('abort', stop);
      resolve(answer);
    });
    // This listener stays, because the connection may fail again and has no other listener.
    sent.on('error', (error) => {
      signal?.removeEventListener('abort', stop);
      reject(error);
    });
  });
}

/** Returns the decompressed body. */
export function decodedBody(answer: IncomingMessage, encoding = 'identity'): Readable {
  switch (encoding.toLowerCase()) {
    case 'identity':
      return answer;
    case 'gzip':
      return pipeline(answer, createGunzip(), () => undefined);
    case 'deflate':
      return pipeline(answer, createInflate(), () => undefined);
    case 'br':
      return pipeline(answer, createBrotliDecompress(), () => undefined);
    default:
      throw new Error('the response has an unsupported content encoding');
  }
}
