import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listenBounded, type RunningServer } from '../http/bounded-http-server.ts';
import { OssError } from '../http/oss-error.ts';
import type { OssReply } from '../operations/oss-request.ts';
import { answer, type OssServerOptions, type Trace } from './answer-request.ts';
import { errorReply, sendReply } from './oss-reply-writer.ts';

/** A bucket cannot have this name, so no object can have this path. */
export const CERTIFICATE_PATH = '/.well-known/smq-signing-certificate.pem';
const MAX_HEADER_BYTES = 64 * 1024;

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: OssServerOptions,
): Promise<void> {
  const started = performance.now();
  const requestId = randomBytes(12).toString('hex').toUpperCase();
  const trace: Trace = {};
  const context = {
    method: incoming.method ?? '',
    requestId,
    hostId: incoming.headers.host ?? 'localhost',
    started,
  };
  const fault = options.faults?.({ method: context.method, path: incoming.url ?? '' });
  if (fault?.delayMs) await delay(fault.delayMs);
  const answered = fault?.refuse
    ? Promise.reject(new OssError(fault.refuse === 'error' ? 'InternalError' : 'QpsLimitExceeded'))
    : answer(incoming, requestId, options, trace);
  const reply = await answered.catch((error: unknown) => {
    const refusal = error instanceof OssError ? error : new OssError('InternalError');
    trace.errorCode = refusal.code;
    if (refusal !== error && !fault?.refuse) {
      options.log({ service: 'oss', requestId, fault: error instanceof Error ? error.stack : 'unknown' });
    }
    return errorReply(refusal, context);
  });
  if (fault?.loseAnswer) await loseReply(incoming, reply);
  else await sendReply(response, reply, context);
  options.log({
    service: 'oss',
    requestId,
    operation: trace.operation,
    method: context.method,
    bucket: trace.bucket,
    key: trace.key,
    accessKeyId: trace.principal?.accessKeyId,
    principal: trace.principal?.label,
    status: reply.status,
    code: trace.errorCode,
    milliseconds: Math.round(performance.now() - started),
  });
}

/** The request is executed; its response is lost. */
async function loseReply(incoming: IncomingMessage, { body }: OssReply): Promise<void> {
  if (body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)) await body.close();
  incoming.socket.destroy();
}

async function serveCertificate(response: ServerResponse, options: OssServerOptions): Promise<void> {
  const pem = await options.certificatePem();
  response.writeHead(200, { 'content-type': 'application/x-pem-file', 'content-length': pem.length });
  response.end(pem);
}

export function startOssServer(options: OssServerOptions): Promise<RunningServer> {
  return listenBounded(
    (incoming, response) =>
      incoming.method === 'GET' && incoming.url === CERTIFICATE_PATH
        ? serveCertificate(response, options)
        : serve(incoming, response, options),
    { host: options.host, port: options.port, maxHeaderBytes: MAX_HEADER_BYTES },
  );
}
