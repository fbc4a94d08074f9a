import {
  type Limit,
  type Limits,
  limitSchema,
  type PlatformConfig,
  platformConfigSchema,
  platformLimits,
  processLimits,
  quotaLimits,
  retentionLimits,
} from '@agent-home/platform';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { storeEnvironmentSchema, storeSettings } from '../stores/store-settings.ts';
import { environmentSchema, type HomeEnvironment } from './environment.ts';
import type { Settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** @throws ConfigurationError naming every variable that is missing or wrong, never its value */
export function readSettings(environment: Environment): Settings {
  const home = environmentSchema.safeParse(environment);
  const store = storeEnvironmentSchema.safeParse({ ...environment, STORE: environment.STORE ?? 'aliyun' });
  const limits = readLimits(environment);
  const issues = [...(home.error?.issues ?? []), ...(store.error?.issues ?? [])];
  const wrong = issues.map(({ path, message }) => ({ variable: path.join('.'), problem: message }));
  if (!home.success || !store.success || limits.wrong.length > 0)
    throw unusable([...wrong, ...limits.wrong], environment);
  const place = storeSettings(store.data);
  return {
    ...processSettings(home.data, limits.process),
    store: place.store,
    platform: platformConfig(home.data, place.description, limits.platform),
  };
}

function readLimits(environment: Environment) {
  const platform = limitSettings(platformLimits, environment);
  const retention = limitSettings(retentionLimits, environment);
  const quotas = limitSettings(quotaLimits, environment);
  const process = limitSettings(processLimits, environment);
  return {
    platform: { ...platform.values, retention: retention.values, quotas: quotas.values },
    process: process.values,
    wrong: [platform, retention, quotas, process].flatMap((one) => one.wrong),
  };
}

function unusable(problems: WrongVariable[], environment: Environment): ConfigurationError {
  const missing = [
    ...new Set(problems.flatMap(({ variable }) => (environment[variable] === undefined ? [variable] : []))),
  ];
  const wrong = problems.flatMap(({ variable, problem }) =>
    missing.includes(variable) ? [] : [`${variable}: ${problem}`],
  );
  const all = missing.length === 0 ? wrong : [`missing ${missing.join(', ')}`, ...wrong];
  return new ConfigurationError(
    'invalid_configuration',
    `the configuration is not valid: ${[...new Set(all)].join('; ')}`,
  );
}

function processSettings(
  e: HomeEnvironment,
  limits: { [Name in keyof typeof processLimits]?: number },
): Omit<Settings, 'store' | 'platform'> {
  const { AGENT_HOME_HOST: host, AGENT_HOME_PORT: port } = e;
  return {
    databaseUrl: e.DATABASE_URL,
    queueUrl: e.QUEUE_URL ?? e.DATABASE_URL,
    platformKey: { accessKeyId: e.PLATFORM_ACCESS_KEY_ID, accessKeySecret: e.PLATFORM_ACCESS_KEY_SECRET },
    keysFolder: e.AGENT_HOME_KEYS,
    listen: { host, port },
    authorities:
      e.AGENT_HOME_AUTHORITIES.length > 0
        ? e.AGENT_HOME_AUTHORITIES
        : [`127.0.0.1:${port}`, `localhost:${port}`],
    trustedProxies: e.AGENT_HOME_TRUSTED_PROXIES,
    holdsAnswers: e.AGENT_HOME_HOLD_ANSWERS === 'on',
    eventTokens: e.AGENT_HOME_EVENT_TOKENS,
    takesEvents: (e.AGENT_HOME_EVENTS ?? e.EVENTS) !== 'off',
    metricsTokens: e.AGENT_HOME_METRICS_TOKENS,
    metricsPort: e.AGENT_HOME_METRICS_PORT,
    tracesTo: e.OTEL_EXPORTER_OTLP_ENDPOINT,
    smqCertificates: { hosts: e.SMQ_CERTIFICATE_HOSTS, urls: e.SMQ_CERTIFICATE_URLS },
    anonymousPage: e.AGENT_HOME_ANONYMOUS_PAGE === 'on',
    openId: openIdSettings(e),
    mail: mailSettings(e),
    sweepIntervalSeconds: limits.sweepIntervalSeconds ?? processLimits.sweepIntervalSeconds.usual,
    requestsPerMinute: {
      address: limits.requestsPerMinute ?? processLimits.requestsPerMinute.usual,
      agent: limits.agentRequestsPerMinute ?? processLimits.agentRequestsPerMinute.usual,
    },
    logLevel: e.LOG_LEVEL,
    packages: {
      folder: e.AGENT_HOME_PACKAGES,
      npmRegistry: e.AGENT_HOME_NPM_REGISTRY,
      pythonIndex: e.AGENT_HOME_PYTHON_INDEX,
    },
    idiomsFile: e.AGENT_HOME_IDIOMS,
    judgeModel: e.AGENT_HOME_JUDGE_MODEL
      ? { name: e.AGENT_HOME_JUDGE_MODEL, topics: e.AGENT_HOME_JUDGE_TOPICS }
      : undefined,
    forbidOverwrite: e.AGENT_HOME_FORBID_OVERWRITE,
  };
}

/** Valid values may still contradict each other: the platform checks the relations between limits. */
function platformConfig(
  e: HomeEnvironment,
  store: PlatformConfig['store'],
  limits: ReturnType<typeof readLimits>['platform'],
): PlatformConfig {
  const parsed = platformConfigSchema.safeParse({
    issuer: e.AGENT_HOME_ISSUER,
    store,
    admission: e.AGENT_HOME_ADMISSION,
    authorSignature: e.AGENT_HOME_AUTHOR_SIGNATURE,
    requirePolicyBundle: e.AGENT_HOME_REQUIRE_POLICY_BUNDLE === 'on',
    alertsToPrivateNetwork: e.AGENT_HOME_ALERTS_PRIVATE_NETWORK === 'on',
    pageUrl: e.AGENT_HOME_PAGE_URL,
    modeRules: modeRulesIn(e.AGENT_HOME_MODE_RULES),
    ...limits,
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ code, path, message }) =>
    code === 'custom' ? message : `${path.join('.')}: ${message}`,
  );
  throw new ConfigurationError(
    'invalid_configuration',
    `the configuration is not valid: ${problems.join('; ')}`,
  );
}

function modeRulesIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ConfigurationError(
      'invalid_configuration',
      'AGENT_HOME_MODE_RULES is not JSON: use an object of modes, such as {"debate": {"turn_ttl_seconds": 300}}',
    );
  }
}

/** @throws ConfigurationError if the provider is only partly configured */
function openIdSettings(e: HomeEnvironment): Settings['openId'] {
  const { AGENT_HOME_OIDC_ISSUER: issuer, AGENT_HOME_OIDC_CLIENT_ID: clientId } = e;
  const clientSecret = e.AGENT_HOME_OIDC_CLIENT_SECRET;
  if (issuer !== undefined && clientId !== undefined)
    return { issuer, clientId, clientSecret, name: e.AGENT_HOME_OIDC_NAME };
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  throw new ConfigurationError(
    'invalid_configuration',
    'the configuration is not valid: set both AGENT_HOME_OIDC_ISSUER and AGENT_HOME_OIDC_CLIENT_ID, or no variable of the provider',
  );
}

/** @throws ConfigurationError if only one of server and sender is set */
function mailSettings(e: HomeEnvironment): Settings['mail'] {
  const { AGENT_HOME_SMTP_URL: url, AGENT_HOME_MAIL_FROM: from } = e;
  if (url !== undefined && from !== undefined) return { url, from };
  if (url === undefined && from === undefined) return undefined;
  throw new ConfigurationError(
    'invalid_configuration',
    'the configuration is not valid: set both AGENT_HOME_SMTP_URL and AGENT_HOME_MAIL_FROM, or neither',
  );
}

/** An invalid variable and its requirement. */
interface WrongVariable {
  variable: string;
  problem: string;
}

/** Returns the allowed values of a limit in words. */
function within({ unit, least, most, fraction }: Limit): string {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  return `has to be a ${fraction ? '' : 'whole '}number of ${unit}, ${range}`;
}

/** Returns the numbers of one concern that the environment sets, by name, and the invalid ones, by variable. */
function limitSettings<Of extends Limits>(
  limits: Of,
  environment: Record<string, string | undefined>,
): { values: { [Name in keyof Of]?: number }; wrong: WrongVariable[] } {
  const values: { [Name in keyof Of]?: number } = {};
  const wrong: WrongVariable[] = [];
  for (const [name, limit] of Object.entries(limits)) {
    const text = environment[limit.variable];
    if (text === undefined) continue;
    // `Number` converts blanks to zero.
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (limitSchema(limit).safeParse(number).success) values[name as keyof Of] = number;
    else wrong.push({ variable: limit.variable, problem: within(limit) });
  }
  return { values, wrong };
}
