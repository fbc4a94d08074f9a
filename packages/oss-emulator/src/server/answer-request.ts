import type { IncomingMessage } from 'node:http';
import { authorise } from '../access/authorise.ts';
import type { CredentialDirectory, Principal } from '../access/credential-directory.ts';
import { identifyOperation } from '../access/operation-of-request.ts';
import type { OperationName, Permission } from '../access/operation-rules.ts';
import { OssError } from '../http/oss-error.ts';
import { parseRequestTarget } from '../http/request-target.ts';
import { operations } from '../operations/operations.ts';
import type { OssReply, OssServices } from '../operations/oss-request.ts';
import type { EmulatorFaults } from '../options/faults.ts';
import { authenticateOssRequest } from '../signing/authenticate-oss-request.ts';
import { assertHeeded } from './heeded-headers.ts';

export interface OssServerOptions {
  host: string;
  port: number;
  services: OssServices;
  credentials: CredentialDirectory;
  certificatePem: () => Promise<string>;
  clock: () => number;
  faults: EmulatorFaults['store'];
  log: (entry: Record<string, unknown>) => void;
}

/** Log entry of a request, filled step by step. Contains no header, query or policy. */
export interface Trace {
  operation?: OperationName;
  bucket?: string | undefined;
  key?: string | undefined;
  principal?: Principal;
  errorCode?: string;
}

export async function answer(
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
