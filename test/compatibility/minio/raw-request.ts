import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { signV4 } from 'minio/dist/esm/signing.mjs';

export interface Signer {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
}

export interface RawRequest {
  method: string;
  /** Path and query as sent. */
  path: string;
  /** Signed. */
  headers?: Record<string, string>;
  /** Headers that are sent unsigned, as an intermediary could add them. */
  unsigned?: Record<string, string>;
  body?: Uint8Array | string;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends the raw request of a credential holder without this project's client. Without a signer the request is
 * unsigned.
 */
export async function rawRequest(
  endpoint: string,
  signer: Signer | undefined,
  request: RawRequest,
): Promise<RawAnswer> {
  const sent = openRequest(endpoint, signer, request, Buffer.byteLength(request.body ?? ''));
  const answer = answerTo(sent);
  sent.end(request.body);
  return answer;
}

/** Sends the headers; the caller writes the body, all at once or never. */
export function openRequest(
  endpoint: string,
  signer: Signer | undefined,
  { method, path, headers = {}, unsigned = {} }: RawRequest,
  contentLength: number,
): ClientRequest {
  const url = new URL(endpoint);
  const length = method === 'PUT' || method === 'POST' ? { 'content-length': String(contentLength) } : {};
  const signed = signer ? signedHeaders(url, signer, method, path, headers) : { host: url.host, ...headers };
  return httpRequest({
    hostname: url.hostname,
    port: url.port,
    method,
    path,
    headers: { ...signed, ...length, ...unsigned },
    agent: false,
  });
}

export async function answerTo(request: ClientRequest): Promise<RawAnswer> {
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

function signedHeaders(
  { host, protocol }: URL,
  { accessKeyId, accessKeySecret, securityToken }: Signer,
  method: string,
  path: string,
  given: Record<string, string>,
): Record<string, string> {
  const now = new Date();
  const headers: Record<string, string> = {
    ...given,
    host,
    'x-amz-date': now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    ...(securityToken !== undefined && { 'x-amz-security-token': securityToken }),
  };
  const request = { protocol, method, path, headers };
  const authorization = signV4(request, accessKeyId, accessKeySecret, 'us-east-1', now, 'UNSIGNED-PAYLOAD');
  return { ...headers, authorization };
}
