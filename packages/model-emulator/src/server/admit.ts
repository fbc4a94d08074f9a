import type { IncomingHttpHeaders } from 'node:http';
import type { Wire } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';

/** @throws WireError if a header or a valid key is missing */
export function admit(headers: IncomingHttpHeaders, wire: Wire, keys: ReadonlySet<string> | undefined): void {
  const missing = wire.requiredHeaders.find((name) => headers[name] === undefined);
  if (missing !== undefined) throw new WireError('invalid_request', `${missing}: header is required`);
  if (keys === undefined) return;
  const key = wire.keyIn(headers);
  if (key === undefined || !keys.has(key))
    throw new WireError('authentication', 'Incorrect API key provided.');
}
