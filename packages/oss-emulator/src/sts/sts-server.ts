import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CredentialDirectory } from '../access/credential-directory.ts';
import type { SecurityTokens } from '../access/security-token.ts';
import { listenBounded, type RunningServer } from '../http/bounded-http-server.ts';
import { MAX_SKEW_MS } from '../http/signed-request.ts';
import { renderXml, type XmlElement } from '../http/xml.ts';
import type { EmulatorFaults } from '../options/faults.ts';
import { assumeRole } from './assume-role.ts';
import { callerIdentity } from './caller-identity.ts';
import { RateLimit } from './rate-limit.ts';
import {
  type AnswerFormat,
  authenticateCall,
  getFormat,
  readStsRequest,
  type StsRequest,
} from './sts-call.ts';
import { StsError } from './sts-error.ts';
import { UsedNonces } from './used-nonces.ts';

interface StsServerOptions {
  host: string;
  port: number;
  accountId: string;
  credentials: CredentialDirectory;
  tokens: SecurityTokens;
  clock: () => number;
  /** AssumeRole calls answered per second; absent: no limit. */
  assumeRolePerSecond: number | undefined;
  faults: EmulatorFaults['sts'];
  log: (entry: Record<string, unknown>) => void;
}

/** A policy of 2048 characters is sent in the query, with up to twelve bytes per character. */
const MAX_HEADER_BYTES = 48 * 1024;

function send(
  response: ServerResponse,
  status: number,
  requestId: string,
  format: AnswerFormat,
  [name, body]: [string, XmlElement],
): void {
  const text = format === 'json' ? JSON.stringify(body) : renderXml(name, body);
  response.writeHead(status, {
    'content-type': format === 'json' ? 'application/json;charset=utf-8' : 'text/xml;charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-acs-request-id': requestId,
  });
  response.end(text);
}

/** Starts the token service. Its query string contains policies, so it is never logged. */
export function startStsServer(options: StsServerOptions): Promise<RunningServer> {
  const nonces = new UsedNonces(2 * MAX_SKEW_MS);
  const limit = new RateLimit(options.assumeRolePerSecond ?? Number.POSITIVE_INFINITY);

  const answer = (request: StsRequest, trace: Record<string, unknown>): [string, XmlElement] => {
    const now = options.clock();
    const wallClock = Date.now();
    const { credentials, tokens } = options;
    const call = authenticateCall(request, { credentials, nonces, now, wallClock });
    trace.principal = call.caller.label;
    if (request.path !== '/' || call.version !== '2015-04-01') throw new StsError('InvalidAction.NotFound');
    if (call.action === 'GetCallerIdentity') {
      trace.operation = 'GetCallerIdentity';
      return ['GetCallerIdentityResponse', callerIdentity(call.caller, options.accountId)];
    }
    if (call.action !== 'AssumeRole') throw new StsError('InvalidAction.NotFound');
    trace.operation = 'AssumeRole';
    if (!limit.take(wallClock)) throw new StsError('Throttling.Api');
    const issued = assumeRole(call.caller, call.parameters, { credentials, tokens, now });
    trace.session = issued.AssumedRoleUser.Arn;
    return ['AssumeRoleResponse', { ...issued }];
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomUUID().toUpperCase();
    const trace: Record<string, unknown> = { service: 'sts', requestId };
    const fault = options.faults?.();
    if (fault?.delayMs) await delay(fault.delayMs);
    let request: StsRequest | undefined;
    try {
      request = await readStsRequest(incoming);
      if (fault?.refuse) throw new StsError(fault.refuse === 'error' ? 'InternalError' : 'Throttling.Api');
      const [name, answered] = answer(request, trace);
      const body = { RequestId: requestId, ...answered };
      if (fault?.loseAnswer) incoming.socket.destroy();
      else send(response, 200, requestId, getFormat(incoming, request), [name, body]);
      options.log({ ...trace, status: 200 });
    } catch (error) {
      const refusal = error instanceof StsError ? error : new StsError('InternalError');
      const { status, code, message } = refusal;
      const hostId = incoming.headers.host ?? 'localhost';
      const body = { RequestId: requestId, HostId: hostId, Code: code, Message: message };
      send(response, status, requestId, getFormat(incoming, request), ['Error', body]);
      options.log({ ...trace, status, code });
    }
  };

  return listenBounded(serve, { host: options.host, port: options.port, maxHeaderBytes: MAX_HEADER_BYTES });
}
