import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { ObjectStoreError } from '../object-store-error.ts';
import type { ExchangedResponse, RequestContext } from './request-context.ts';

// Enough for any error document; what is longer is no answer of a store.
const MAX_ERROR_BYTES = 64 * 1024;

/** The part of urllib's arguments that ali-oss fills in. */
interface TransportArguments {
  method: string;
  headers: Record<string, string | number>;
  content?: Buffer | string;
  ctx: RequestContext;
}

/**
 * Takes the place of urllib under ali-oss, which still builds, signs and reads everything. Here one deadline
 * covers connect to last byte, the bytes read are counted, redirects are answers like any other and nothing is
 * decompressed: an agent's object may be a gzip bomb, an endless drip or both.
 */
export class BoundedTransport {
  readonly #httpAgent = new HttpAgent({ keepAlive: true });
  readonly #httpsAgent = new HttpsAgent({ keepAlive: true });

  async request(url: string, { method, headers, content, ctx }: TransportArguments): Promise<unknown> {
    try {
      const response = await this.#exchange(url, method, headers, content, ctx);
      ctx.response = response;
      return { ...response, res: response };
    } catch (error) {
      // ali-oss wraps what a transport throws into errors of its own; the context keeps the original.
      ctx.failure = error;
      throw error;
    }
  }

  #exchange(
    url: string,
    method: string,
    { host: _invented, ...headers }: TransportArguments['headers'],
    content: Buffer | string | undefined,
    context: RequestContext,
  ): Promise<ExchangedResponse> {
    const isSecure = url.startsWith('https:');
    const agent = isSecure ? this.#httpsAgent : this.#httpAgent;
    const send = isSecure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        clearTimeout(deadline);
        reject(error);
        request.destroy();
      };
      const request = send(url, { method, headers, agent }, (response) => {
        readBody(response, method, context).then((answer) => {
          clearTimeout(deadline);
          if (!response.complete) request.destroy();
          resolve(answer);
        }, fail);
      });
      const deadline = setTimeout(
        () => fail(new ObjectStoreError('timeout', `no complete answer within ${context.timeoutMs} ms`)),
        context.timeoutMs,
      );
      request.on('error', (error: NodeJS.ErrnoException) => fail(connectionError(error.code)));
      request.end(content);
    });
  }
}

async function readBody(
  response: IncomingMessage,
  method: string,
  context: RequestContext,
): Promise<ExchangedResponse> {
  const { statusCode: status = 0, headers } = response;
  const succeeded = status >= 200 && status < 300;
  const maxBytes = succeeded ? context.maxBytes : MAX_ERROR_BYTES;
  const chunks: Buffer[] = [];
  let size = 0;
  if (succeeded) {
    context.inspect?.(headers);
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
