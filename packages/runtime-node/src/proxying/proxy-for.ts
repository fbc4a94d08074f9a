type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown if a proxy from the environment cannot be used. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'proxy_invalid';
}

/**
 * Returns the proxy for an address from `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case; undefined for a direct
 * connection. Addresses of this machine never use a proxy.
 * @throws ProxyError
 */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = environment[name.toLowerCase()] || environment[name] || '';
  if (value === '' || isThisMachine(url.hostname) || isExcepted(url, environment)) return undefined;
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  throw new ProxyError(
    `environment variable ${name} has to be an http or https address of a proxy, as http://proxy.example:3128`,
  );
}

function isThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\./.test(hostname)
  );
}

/**
 * Matches entries of `NO_PROXY`: `*`, or a host including its subdomains, with or without a leading dot and with an optional port.
 */
function isExcepted({ hostname, port, protocol }: URL, environment: Environment): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  const entries = (environment.no_proxy || environment.NO_PROXY || '').toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [, name = '', wantedPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (name === '' || (wantedPort !== undefined && wantedPort !== ownPort)) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}

/** The `Proxy-Authorization` of the user in a proxy's address. */
export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` };
}
