import { UsageError } from '../errors/agent-home-error.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the base URL of the API, without a trailing slash. Its responses contain credentials, so plain HTTP
 * is accepted for this machine only, unless the caller allows it. @throws UsageError
 */
export function apiBase(url: string, allowInsecureHttp: boolean): string {
  const { protocol, hostname, origin, pathname } = new URL(url);
  const allowed =
    protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || loopbackHosts.has(hostname)));
  if (!allowed)
    throw new UsageError(
      'insecure_url',
      `${protocol}//${hostname} sends credentials without encryption; use https`,
    );
  return origin + pathname.replace(/\/+$/, '');
}
