import { UsageError } from '../errors/agent-home-error.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where the API's paths begin, without a slash at the end. Credentials come back in its answers, so plain HTTP is
 * for this machine alone unless the caller says otherwise. @throws UsageError
 */
export function apiBase(url: string, allowInsecureHttp: boolean): string {
  const { protocol, hostname, origin, pathname } = new URL(url);
  const allowed =
    protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || loopbackHosts.has(hostname)));
  if (!allowed)
    throw new UsageError('insecure_url', `${protocol}//${hostname} would show credentials on the way`);
  return origin + pathname.replace(/\/+$/, '');
}
