import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OssError } from '../http/oss-error.ts';
import { renderXml } from '../http/xml.ts';
import type { OssReply, StreamedBody } from '../operations/oss-request.ts';

interface ReplyContext {
  method: string;
  requestId: string;
  hostId: string;
  /** `performance.now()` at the start of the request. */
  started: number;
}

function errorXml(error: OssError, context: ReplyContext): string {
  return renderXml('Error', {
    Code: error.code,
    Message: error.message,
    RequestId: context.requestId,
    HostId: context.hostId,
    // Headers have limited size: a response to HEAD names the error without the string to sign.
    ...(context.method === 'HEAD' ? {} : error.elements),
    EC: error.ec,
  });
}

/**
 * Creates an error response. A response to HEAD has no body, so the vendor puts the error document into a header, where ali-oss
 * reads it.
 */
export function errorReply(error: OssError, context: ReplyContext): OssReply {
  const document = errorXml(error, context);
  const headers: Record<string, string> = { ...error.headers };
  if (error.ec !== undefined) headers['x-oss-ec'] = error.ec;
  if (context.method === 'HEAD') {
    headers['x-oss-err'] = Buffer.from(document).toString('base64');
    return { status: error.status, headers };
  }
  return { status: error.status, headers: { ...headers, 'content-type': 'application/xml' }, body: document };
}

async function sendStream(response: ServerResponse, body: StreamedBody): Promise<void> {
  try {
    await pipeline(Readable.from(body.chunks, { objectMode: false }), response);
  } catch {
    // The status is already sent: only a broken connection, which pipeline leaves, shows that bytes are
    // missing.
  } finally {
    await body.close();
  }
}

export async function sendReply(
  response: ServerResponse,
  reply: OssReply,
  context: ReplyContext,
): Promise<void> {
  const headers: Record<string, string> = {
    server: 'AliyunOSS',
    'x-oss-request-id': context.requestId,
    'x-oss-server-time': String(Math.round(performance.now() - context.started)),
    ...reply.headers,
  };
  const { body } = reply;
  const bodiless = context.method === 'HEAD' || reply.status === 204 || reply.status === 304;
  if (!bodiless) {
    const length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    headers['content-length'] = String(length);
  }
  response.writeHead(reply.status, headers);
  if (bodiless || body === undefined) response.end();
  else if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  else await sendStream(response, body);
}
