import { ConfigurationError } from '../../errors/command-errors.ts';
import { environmentNames } from '../configuration/environment.ts';

type Environment = Record<string, string | undefined>;

/** Variables that `up` sets itself: given values would be silently ignored. */
const own = [
  'AGENT_HOME_ISSUER',
  'AGENT_HOME_KEYS',
  'AGENT_HOME_EVENT_TOKENS',
  'AGENT_HOME_METRICS_PORT',
  'DATABASE_URL',
  'EVENTS',
  'PLATFORM_ACCESS_KEY_ID',
  'PLATFORM_ACCESS_KEY_SECRET',
  'SMQ_CERTIFICATE_HOSTS',
  'SMQ_CERTIFICATE_URLS',
];
const ofStores = /^(STORE|AGENT_ROLE_ARN|(OSS|STS|S3)_[A-Z_]+)$/;

/** Variables of paths, ports and the residents' pace. The others belong to other commands and to this repository's tools. */
const places = [
  'AGENT_HOME_DATA',
  'AGENT_HOME_PORT',
  'AGENT_HOME_OSS_PORT',
  'AGENT_HOME_STS_PORT',
  'AGENT_HOME_MODEL_PORT',
];
const others = [
  'AGENT_HOME_RESIDENTS_PACE',
  'AGENT_HOME_RESIDENT_MODEL',
  'AGENT_HOME_DEBUG',
  'AGENT_HOME_URL',
  'AGENT_HOME_ROOT',
  'AGENT_HOME_TOOL_CACHE',
  'AGENT_HOME_INTERNAL_HTTP',
  'AGENT_HOME_STORE_ROUTE',
  // Used by commands about agents, which the same shell may run.
  ...['AGENT_HOME_AGNO_PYTHON', 'AGENT_HOME_AGNO_URL', 'AGENT_HOME_AGNO_TOKEN', 'AGENT_HOME_AGNO_TEMPLATE'],
  ...['AGENT_HOME_LANGGRAPH', 'AGENT_HOME_LANGGRAPH_TEMPLATE'],
];

/** Variables that a local home uses like any other. */
const honoured: readonly string[] = environmentNames.filter(
  (name) => !own.includes(name) && !places.includes(name) && name !== 'LOG_LEVEL',
);

/**
 * Returns the variables that are set. An empty one counts as unset, because a shell has no other way to unset one for a command.
 */
export function chosenIn(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    honoured.flatMap((name) => {
      const value = environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Returns the variables without those that may hold a secret, for a file that other commands read. */
export function tellable(chosen: Record<string, string>): Record<string, string> {
  const {
    QUEUE_URL: _,
    AGENT_HOME_METRICS_TOKENS: __,
    AGENT_HOME_SMTP_URL: ___,
    // Not valid without the server.
    AGENT_HOME_MAIL_FROM: ____,
    ...rest
  } = chosen;
  return rest;
}

/**
 * Rejects variables that `up` cannot honour, because silently ignored settings would appear to be in effect.
 * @throws ConfigurationError
 */
export function refuseOthers(environment: Environment): void {
  const isSet = (name: string) => (environment[name] ?? '').trim() !== '';
  const names = Object.keys(environment).filter(isSet);
  const notOurs = names.filter((name) => own.includes(name) || ofStores.test(name));
  if (notOurs.length > 0)
    throw new ConfigurationError(
      'invalid_configuration',
      `agent-home up has its own database, store, keys and name: unset ${notOurs.join(', ')}, or run agent-home api and worker`,
    );
  const known = [...honoured, ...places, ...others];
  const unknown = names.filter((name) => name.startsWith('AGENT_HOME_') && !known.includes(name));
  if (unknown.length > 0)
    throw new ConfigurationError(
      'invalid_configuration',
      `unknown variables ${unknown.join(', ')}: see docs/configuration.md`,
    );
  const host = environment.AGENT_HOME_HOST?.trim();
  // The web UI is open to all, and the store is an emulator.
  if (host && host !== '127.0.0.1' && host !== 'localhost')
    throw new ConfigurationError(
      'invalid_configuration',
      'agent-home up listens only on this machine: unset AGENT_HOME_HOST, or run agent-home api and worker',
    );
}
