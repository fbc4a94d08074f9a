import type { EnvHttpProxyAgent } from 'undici';

type Environment = Readonly<Record<string, string | undefined>>;

const ownAddresses = ['localhost', '127.0.0.1', '[::1]', '::1'];

/**
 * Routes `fetch` requests of this process through the proxy of the environment, except to this machine. Only for commands that are
 * clients of a home: a server that checks the addresses of its requests must not use it, because a proxy resolves the names.
 */
export async function useProxy(environment: Environment): Promise<void> {
  const options = findProxy(environment);
  if (!options) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('./proxy-agents.ts');
  setGlobalDispatcher(new EnvHttpProxyAgent(options));
}

/** Returns the option that routes requests to MCP servers through the proxy of the environment, if one is set. */
export function withProxy(environment: Environment): { fetch?: typeof fetch } {
  const options = findProxy(environment);
  if (!options) return {};
  let dispatcher: Promise<EnvHttpProxyAgent> | undefined;
  // The library is loaded with the first request: most environments have no proxy, and it is a fifth of all code that a run loads.
  const open = async () => {
    const { EnvHttpProxyAgent } = await import('./proxy-agents.ts');
    return new EnvHttpProxyAgent(options);
  };
  return {
    async fetch(input, init) {
      dispatcher ??= open();
      // Node's own fetch accepts the option; its types name the class of another copy of undici.
      return fetch(input, Object.assign({ ...init }, { dispatcher: await dispatcher }));
    },
  };
}

function findProxy(
  environment: Environment,
): { httpProxy?: string; httpsProxy?: string; noProxy: string } | undefined {
  const httpProxy = environment.http_proxy || environment.HTTP_PROXY;
  const httpsProxy = environment.https_proxy || environment.HTTPS_PROXY;
  if (!httpProxy && !httpsProxy) return undefined;
  const excepted = environment.no_proxy || environment.NO_PROXY || '';
  return {
    ...(httpProxy ? { httpProxy } : {}),
    ...(httpsProxy ? { httpsProxy } : {}),
    noProxy: [excepted, ...ownAddresses].filter((each) => each !== '').join(','),
  };
}
