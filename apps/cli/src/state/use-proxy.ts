import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

type Environment = Readonly<Record<string, string | undefined>>;

const ownAddresses = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Routes `fetch` requests of this process through the proxy of the environment, except to this machine. Only for commands that are
 * clients of a home: a server that checks the addresses of its requests must not use it, because a proxy resolves the names.
 */
export function useProxy(environment: Environment): void {
  const agent = proxyAgent(environment);
  if (agent) setGlobalDispatcher(agent);
}

/** Returns the option that routes requests to MCP servers through the proxy of the environment, if one is set. */
export function withProxy(environment: Environment): { fetch?: typeof fetch } {
  const dispatcher = proxyAgent(environment);
  if (!dispatcher) return {};
  // Node's own fetch accepts the option; its types name the class of another copy of undici.
  return { fetch: (input, init) => fetch(input, Object.assign({ ...init }, { dispatcher })) };
}

function proxyAgent(environment: Environment): EnvHttpProxyAgent | undefined {
  const httpProxy = environment.http_proxy || environment.HTTP_PROXY;
  const httpsProxy = environment.https_proxy || environment.HTTPS_PROXY;
  if (!httpProxy && !httpsProxy) return undefined;
  const excepted = environment.no_proxy || environment.NO_PROXY || '';
  return new EnvHttpProxyAgent({
    ...(httpProxy ? { httpProxy } : {}),
    ...(httpsProxy ? { httpsProxy } : {}),
    noProxy: [excepted, ...ownAddresses].filter((each) => each !== '').join(','),
  });
}
