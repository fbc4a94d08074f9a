import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { lookupPublic, requirePublicHost } from './public-addresses.ts';

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
  privateNetwork: boolean;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  text: string;
  /** Pause that the service requests before another attempt. */
  retryAfterMs?: number;
}

/** Errors before a connection was made. */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

const mostBytes = 1024 * 1024;

/**
 * Sends one request and reads its whole response, within a size limit and the call's time. Redirects are not followed, because the
 * data and credentials were meant for this address.
 * @throws ToolFailure
 */
export async function sendRequest({
  method,
  url,
  headers,
  body,
  privateNetwork,
  signal,
}: HttpRequest): Promise<HttpAnswer> {
  if (!privateNetwork) requirePublicHost(url.hostname);
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise<HttpAnswer>((resolve, reject) => {
    const fail = (error: unknown) => {
      if (error instanceof ToolFailure || signal.aborted)
        return reject(signal.aborted ? signal.reason : error);
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      const isSent = !beforeSending.has(code);
      const known = isSent ? 'its effect is unknown, so check before you call it again' : 'nothing was sent';
      const hint = { retry: isSent ? 'may_help' : 'not_begun' } as const;
      reject(new ToolFailure('http_failed', `${url.host} did not respond (${code}); ${known}`, hint));
    };
    const options = {
      method,
      headers: { 'user-agent': 'agent-home', accept: 'application/json, text/*', ...headers, ...length },
      agent: false as const,
      signal,
      ...(privateNetwork ? {} : { lookup: lookupPublic }),
    };
    const sent = request(url, options, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= mostBytes) chunks.push(chunk);
        else
          sent.destroy(
            new ToolFailure(
              'too_large',
              `${url.host} answered with more than ${mostBytes} bytes: request less`,
            ),
          );
      });
      answer.on('error', fail);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          ...retryAfter(answer.headers['retry-after']),
        }),
      );
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Reads seconds only, because a date depends on a clock that may be wrong. */
function retryAfter(header: string | undefined): { retryAfterMs?: number } {
  return header !== undefined && /^\d{1,6}$/.test(header) ? { retryAfterMs: Number(header) * 1_000 } : {};
}
