import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CredentialDirectory } from '../access/credential-directory.ts';
import type { SecurityTokens } from '../access/security-token.ts';
import type { EmulatorFaults } from '../faults/faults.ts';
import { listenBounded, type RunningServer } from '../http/bounded-http-server.ts';
import { authenticateStsRequest } from '../signing/authenticate-sts-request.ts';
import { headerValue, MAX_SKEW_MS } from '../signing/signed-request.ts';
import { parseQueryString } from '../signing/uri-encoding.ts';
import { UsedNonces } from '../signing/used-nonces.ts';
import { type AssumedRole, assumeRole } from './assume-role.ts';
import { StsError } from './sts-error.ts';

export interface StsServerOptions {
  host: string;
  port: number;
  credentials: CredentialDirectory;
  tokens: SecurityTokens;
  clock: () => number;
  /** AssumeRole calls answered per second; absent: no limit. */
  assumeRolePerSecond: number | undefined;
  faults: EmulatorFaults['sts'];
  log: (entry: Record<string, unknown>) => void;
}

/** A policy of 2048 characters travels in the query, up to twelve bytes each. */
const MAX_HEADER_BYTES = 48 * 1024;
const MAX_BODY_BYTES = 16 * 1024;

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    received += chunk.length;
    if (received > MAX_BODY_BYTES) throw new StsError('SignatureDoesNotMatch');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

class RateLimit {
  readonly #perSecond: number;
  #second = 0;
  #used = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  take(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#used = 0;
    }
    this.#used++;
    return this.#used <= this.#perSecond;
  }
}

function send(response: ServerResponse, status: number, requestId: string, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json;charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-acs-request-id': requestId,
  });
  response.end(text);
}

/** The token service. Its query string carries policies, so nothing of it is ever logged. */
export function startStsServer(options: StsServerOptions): Promise<RunningServer> {
  const nonces = new UsedNonces(2 * MAX_SKEW_MS);
  const limit = new RateLimit(options.assumeRolePerSecond ?? Number.POSITIVE_INFINITY);

  const answer = async (incoming: IncomingMessage, trace: Record<string, unknown>): Promise<AssumedRole> => {
    const [path = '/', queryText = ''] = (incoming.url ?? '/').split('?', 2);
    const query = parseQueryString(queryText);
    if (query === undefined) throw new StsError('SignatureDoesNotMatch');
    const request = {
      method: incoming.method ?? '',
      path,
      query,
      headers: incoming.headers,
      body: await readBody(incoming),
    };
    const now = options.clock();
    const wallClock = Date.now();
    const { credentials, tokens } = options;
    const caller = authenticateStsRequest(request, { credentials, nonces, now, wallClock });
    trace.principal = caller.label;
    const isAssumeRole =
      request.method === 'POST' &&
      request.path === '/' &&
      headerValue(request.headers, 'x-acs-action') === 'AssumeRole' &&
      headerValue(request.headers, 'x-acs-version') === '2015-04-01';
    if (!isAssumeRole) throw new StsError('InvalidAction.NotFound');
    trace.operation = 'AssumeRole';
    if (!limit.take(wallClock)) throw new StsError('Throttling.Api');
    const issued = assumeRole(caller, query, { credentials, tokens, now });
    trace.session = issued.AssumedRoleUser.Arn;
    return issued;
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomUUID().toUpperCase();
    const trace: Record<string, unknown> = { service: 'sts', requestId };
    const fault = options.faults?.();
    if (fault?.delayMs) await delay(fault.delayMs);
    try {
      if (fault?.refuse) throw new StsError(fault.refuse === 'error' ? 'InternalError' : 'Throttling.Api');
      const issued = await answer(incoming, trace);
      if (fault?.loseAnswer) incoming.socket.destroy();
      else send(response, 200, requestId, { RequestId: requestId, ...issued });
      options.log({ ...trace, status: 200 });
    } catch (error) {
      const refusal = error instanceof StsError ? error : new StsError('InternalError');
      const hostId = incoming.headers.host ?? 'localhost';
      send(response, refusal.status, requestId, {
        RequestId: requestId,
        HostId: hostId,
        Code: refusal.code,
        Message: refusal.message,
      });
      options.log({ ...trace, status: refusal.status, code: refusal.code });
    }
  };

  return listenBounded(serve, { host: options.host, port: options.port, maxHeaderBytes: MAX_HEADER_BYTES });
}
