import type { IncomingMessage } from 'node:http';
import type { Principal } from '../access/credential-directory.ts';
import { headerValue } from '../http/signed-request.ts';
import { parseQueryString } from '../http/uri-encoding.ts';
import {
  authenticateAcs3,
  authenticateRpc,
  type StsAuthenticationContext,
} from './authenticate-sts-request.ts';
import { StsError } from './sts-error.ts';

/** Request of a caller, signed by either method. */
interface StsCall {
  caller: Principal;
  action: string;
  version: string;
  parameters: ReadonlyMap<string, string>;
}

const MAX_BODY_BYTES = 16 * 1024;
const FORM = /^application\/x-www-form-urlencoded\b/i;

/** Response format. `Format` is a parameter of version 1.0, whose default is XML. */
export type AnswerFormat = 'json' | 'xml';

export interface StsRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  query: ReadonlyMap<string, string>;
  body: Buffer;
}

export async function readStsRequest(incoming: IncomingMessage): Promise<StsRequest> {
  const [path = '/', queryText = ''] = (incoming.url ?? '/').split('?', 2);
  const query = parseQueryString(queryText);
  if (query === undefined) throw new StsError('SignatureDoesNotMatch');
  const { method = '', headers } = incoming;
  return { method, path, headers, query, body: await readBody(incoming) };
}

export function getFormat(incoming: IncomingMessage, request: StsRequest | undefined): AnswerFormat {
  if (incoming.headers.authorization !== undefined || request === undefined) return 'json';
  const format = collectParameters(request)?.get('Format') ?? 'XML';
  return format.toUpperCase() === 'JSON' ? 'json' : 'xml';
}

/** Throws `StsError` unless the call is signed, by ACS3-HMAC-SHA256 in a header or by version 1.0 in its parameters. */
export function authenticateCall(request: StsRequest, context: StsAuthenticationContext): StsCall {
  if (request.headers.authorization !== undefined) {
    return {
      caller: authenticateAcs3(request, context),
      action: request.method === 'POST' ? (headerValue(request.headers, 'x-acs-action') ?? '') : '',
      version: headerValue(request.headers, 'x-acs-version') ?? '',
      parameters: request.query,
    };
  }
  const parameters = collectParameters(request);
  if (parameters === undefined) throw new StsError('SignatureDoesNotMatch');
  return {
    caller: authenticateRpc(request.method, parameters, context),
    action: parameters.get('Action') ?? '',
    version: parameters.get('Version') ?? '',
    parameters,
  };
}

/**
 * Returns the parameters of query and form together; `undefined` for a duplicate, because two readers could pick different values.
 */
function collectParameters(request: StsRequest): ReadonlyMap<string, string> | undefined {
  if (!FORM.test(headerValue(request.headers, 'content-type') ?? '')) return request.query;
  const form = parseQueryString(request.body.toString());
  if (form === undefined || [...form.keys()].some((name) => request.query.has(name))) return undefined;
  return new Map([...request.query, ...form]);
}

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
