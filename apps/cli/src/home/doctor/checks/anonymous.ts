import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

interface AnonymousRequest {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Host to connect to instead of the URL's. The request still names the URL's host, which may be part of a signature. */
  route?: string | undefined;
}

/** Sends a request without credentials and reads only the head of the response. */
export async function askAnonymously(
  url: string,
  { method = 'GET', body, headers = {}, route }: AnonymousRequest = {},
): Promise<{ status: number; date: Date | undefined }> {
  const { host, pathname, search } = new URL(url);
  const target = new URL(`${pathname}${search}`, route ?? url);
  const send = target.protocol === 'https:' ? secureRequest : plainRequest;
  const request = send(target, {
    method,
    headers: { host, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }), ...headers },
    // The certificate is checked against the name that agents use.
    ...(route !== undefined && { servername: new URL(url).hostname }),
    agent: false,
    signal: AbortSignal.timeout(5_000),
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {}).destroy();
  // The header has whole seconds, so on average half a second has passed since.
  const date = new Date(Date.parse(response.headers.date ?? '') + 500);
  return { status: response.statusCode ?? 0, date: Number.isNaN(date.getTime()) ? undefined : date };
}
