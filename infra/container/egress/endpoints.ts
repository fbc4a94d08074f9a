import { z } from 'zod';

/** Host and port that residents may connect to. */
export interface Endpoint {
  /** Name in lower case, IPv4 address, or IPv6 address without brackets. */
  host: string;
  port: number;
}

/** Thrown if the list of endpoints cannot be used. */
export class EndpointsError extends Error {
  override readonly name = 'EndpointsError';
  readonly code = 'invalid_endpoints';
}

const mostEndpoints = 64;
const remedy =
  'AGENT_HOME_RESIDENT_ENDPOINTS has to list addresses as https://models.example,http://10.0.0.5:11434';

const endpointSchema = z
  .string()
  .max(300)
  .transform((text, context): Endpoint => {
    const url = URL.parse(text);
    const isPlain =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      url.username + url.password + url.search + url.hash === '';
    if (isPlain) return { host: bareHost(url.hostname), port: portOf(url) };
    context.addIssue({ code: 'custom', message: remedy });
    return z.NEVER;
  });

/**
 * Parses addresses with commas or spaces between. A path is allowed, because settings of models have one, and has no effect.
 * @throws EndpointsError that names no entry, since a mistaken one may be a key
 */
export function parseEndpoints(text: string): Endpoint[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const parsed = z.array(endpointSchema).max(mostEndpoints).safeParse(entries);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path[0];
  throw new EndpointsError(
    typeof at === 'number' ? `entry ${at + 1}: ${remedy}` : `more than ${mostEndpoints} entries: ${remedy}`,
  );
}

/** Parses `host:port` of a CONNECT request; undefined if it is anything else. */
export function parseAuthority(text: string): Endpoint | undefined {
  if (!/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]):\d{1,5}$/i.test(text)) return undefined;
  const url = URL.parse(`http://${text}`);
  const port = Number(text.slice(text.lastIndexOf(':') + 1));
  return url === null || port < 1 ? undefined : { host: bareHost(url.hostname), port };
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Host in lower case, without the brackets of IPv6 and without the dot of the root. */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
