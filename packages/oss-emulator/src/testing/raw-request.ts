import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface RawRequest {
  method: string;
  /** Sent unchanged, without normalization. */
  target: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** `Code` of an error document, from the body or from `x-oss-err`. */
  code: string | undefined;
}

/** Sends a request with node:http, for requests that no well-behaved client sends. */
export function sendRaw(endpoint: string, raw: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        method: raw.method,
        path: raw.target,
        headers: { 'content-length': Buffer.byteLength(raw.body ?? ''), ...raw.headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          const inHeader = response.headers['x-oss-err'];
          const document = typeof inHeader === 'string' ? Buffer.from(inHeader, 'base64').toString() : body;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            code: /<Code>([^<]*)<\/Code>/.exec(document)?.[1] ?? /"Code":"([^"]*)"/.exec(document)?.[1],
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(raw.body);
  });
}
