import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

interface AnonymousRequest {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Whom to connect to instead of the URL's host, which goes with the request all the same: it may be signed. */
  route?: string | undefined;
}

/** A request without any credential; reads nothing of the answer but its head. */
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
    // A certificate is held against the name that agents know.
    ...(route !== undefined && { servername: new URL(url).hostname }),
    agent: false,
    signal: AbortSignal.timeout(5_000),
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {}).destroy();
  // A header tells whole seconds: on the average half a one has passed since.
  const date = new Date(Date.parse(response.headers.date ?? '') + 500);
  return { status: response.statusCode ?? 0, date: Number.isNaN(date.getTime()) ? undefined : date };
}
