import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { authorise } from '../access/authorise.ts';
import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { identifyOperation, type OperationName, type Permission } from '../access/operation-of-request.ts';
import { listenBounded, type RunningServer } from '../http/bounded-http-server.ts';
import { OssError } from '../http/oss-error.ts';
import { parseRequestTarget } from '../http/request-target.ts';
import { operations } from '../operations/operations.ts';
import type { OssReply, OssServices } from '../operations/oss-request.ts';
import type { EmulatorFaults } from '../options/faults.ts';
import { authenticateOssRequest } from '../signing/authenticate-oss-request.ts';
import { assertHeeded } from './heeded-headers.ts';
import { errorReply, sendReply } from './oss-reply-writer.ts';

interface OssServerOptions {
  host: string;
  port: number;
  services: OssServices;
  credentials: CredentialDirectory;
  certificatePem: () => Promise<string>;
  clock: () => number;
  faults: EmulatorFaults['store'];
  log: (entry: Record<string, unknown>) => void;
}

/** No bucket can have this name, so no object can stand here. */
export const CERTIFICATE_PATH = '/.well-known/smq-signing-certificate.pem';
const MAX_HEADER_BYTES = 64 * 1024;

/** What the log says of a request; filled in as far as it gets. No header, no query, no policy. */
interface Trace {
  operation?: OperationName;
  bucket?: string | undefined;
  key?: string | undefined;
  principal?: Principal;
  errorCode?: string;
}

async function answer(
  incoming: IncomingMessage,
  requestId: string,
  options: OssServerOptions,
  trace: Trace,
): Promise<OssReply> {
  const { services } = options;
  const method = incoming.method ?? '';
  const target = parseRequestTarget(incoming.url ?? '', incoming.headers.host);
  trace.bucket = target.bucket;
  trace.key = target.key;
  const signed = { ...target, method, headers: incoming.headers };
  const now = options.clock();
  const principal = authenticateOssRequest(signed, {
    credentials: options.credentials,
    region: services.region,
    now,
    wallClock: Date.now(),
  });
  trace.principal = principal;
  if (target.bucket !== undefined && target.bucket !== services.bucketName)
    throw new OssError('NoSuchBucket');
  const { operation, permissions } = identifyOperation(signed);
  trace.operation = operation;

  const sourceIp = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const require = (permission: Permission) =>
    authorise(principal, permission, {
      region: services.region,
      accountId: services.accountId,
      bucket: target.bucket,
      query: target.query,
      now,
      sourceIp,
    });
  permissions.forEach(require);
  assertHeeded(signed);
  return operations[operation](
    { ...signed, id: requestId, incoming, principal, now, sourceIp, require },
    services,
  );
}

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

/** What was asked is done; its caller does not hear of it. */
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
