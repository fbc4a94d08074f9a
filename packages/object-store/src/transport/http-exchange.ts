import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { ObjectStoreError } from '../port/object-store-error.ts';

// Large enough for any error document of a store.
const MAX_ERROR_BYTES = 64 * 1024;

/** More than a page of 1000 keys of 1023 bytes, percent-encoded in XML. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

interface HttpRequest {
  method: string;
  headers: Record<string, string | number>;
  content?: Buffer | string | undefined;
}

export interface HttpBounds {
  /** Limit from connecting to the last byte. */
  timeoutMs: number;
  /** Limit of the body of a successful response. */
  maxBytes: number;
  /** Receives the headers of a successful response before any of its body is read; throws to reject it. */
  inspect?: (headers: IncomingHttpHeaders) => void;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty for a failure with a body larger than the limit. */
  data: Buffer;
}

/**
 * Sends one request and reads one response. An agent's object may be a gzip bomb, an endless drip or both. One deadline therefore
 * covers everything from connecting to the last byte, the read bytes are counted, redirects are not followed, and nothing is
 * decompressed. Connections are reused.
 */
export class HttpExchange {
  readonly #httpAgent = new HttpAgent({ keepAlive: true });
  readonly #httpsAgent = new HttpsAgent({ keepAlive: true });
  readonly #route: URL | undefined;

  /** @param route address to connect to in place of the URL's host, whose name stays in the request and in its signature */
  constructor(route?: string) {
    this.#route = route === undefined ? undefined : new URL(route);
  }

  /** @throws ObjectStoreError `timeout`, `too_large`, `unavailable`, or an error that `inspect` throws */
  send(url: string, { method, headers, content }: HttpRequest, bounds: HttpBounds): Promise<HttpAnswer> {
    const { protocol, hostname, port } = this.#route ?? new URL(url);
    const isSecure = protocol === 'https:';
    const agent = isSecure ? this.#httpsAgent : this.#httpAgent;
    const open = isSecure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        clearTimeout(deadline);
        reject(error);
        request.destroy();
      };
      const target = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path: literalPath(url) };
      const request = open(
        { ...target, method, headers: { host: new URL(url).host, ...headers }, agent },
        (response) => {
          readBody(response, method, bounds).then((answer) => {
            clearTimeout(deadline);
            if (!response.complete) request.destroy();
            resolve(answer);
          }, fail);
        },
      );
      const deadline = setTimeout(
        () => fail(new ObjectStoreError('timeout', `no complete answer within ${bounds.timeoutMs} ms`)),
        bounds.timeoutMs,
      );
      request.on('error', (error: NodeJS.ErrnoException) => fail(connectionError(error.code)));
      request.end(content);
    });
  }
}

/** Returns path and query as they were signed: a URL parser resolves dot segments, and would reach another key. */
function literalPath(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('://') + 3));
}

async function readBody(response: IncomingMessage, method: string, bounds: HttpBounds): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = response;
  const succeeded = status >= 200 && status < 300;
  const maxBytes = succeeded ? bounds.maxBytes : MAX_ERROR_BYTES;
  const chunks: Buffer[] = [];
  let size = 0;
  if (succeeded) {
    if (status === 200) bounds.inspect?.(headers);
    if (method !== 'HEAD' && Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  }
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw connectionError('ECONNRESET');
  }
  if (size > maxBytes && succeeded) throw tooLarge(maxBytes);
  return { status, headers, data: size > maxBytes ? Buffer.alloc(0) : Buffer.concat(chunks, size) };
}

function tooLarge(maxBytes: number): ObjectStoreError {
  return new ObjectStoreError('too_large', `the object is larger than ${maxBytes} bytes`);
}

function connectionError(vendorCode: string | undefined): ObjectStoreError {
  return new ObjectStoreError('unavailable', 'the connection failed', { vendorCode });
}
