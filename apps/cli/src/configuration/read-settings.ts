import { type PlatformConfig, platformConfigSchema } from '@agent-home/platform';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { environmentSchema, type HomeEnvironment } from './environment.ts';
import { limitSettings } from './limit-settings.ts';
import type { Settings } from './settings.ts';
import { type StoreEnvironment, storeEnvironmentSchema, storeSettings } from './store-settings.ts';

/** @throws ConfigurationError naming every variable that is missing or wrong, never its value */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const { home, store } = parse(environment);
  const place = storeSettings(store);
  return {
    ...processSettings(home),
    store: place.store,
    platform: platformConfig(home, place.description),
  };
}

function parse(environment: Record<string, string | undefined>): {
  home: HomeEnvironment;
  store: StoreEnvironment;
} {
  const parsed = environmentSchema.safeParse(environment);
  const parsedStore = storeEnvironmentSchema.safeParse({
    ...environment,
    STORE: environment.STORE ?? 'aliyun',
  });
  if (!parsed.success || !parsedStore.success) {
    const issues = [...(parsed.error?.issues ?? []), ...(parsedStore.error?.issues ?? [])];
    const names = [...new Set(issues.map((issue) => issue.path.join('.')))];
    const missing = names.filter((name) => environment[name] === undefined);
    const wrong = issues.flatMap(({ path, message }) =>
      missing.includes(path.join('.')) ? [] : [`${path.join('.')}: ${message}`],
    );
    const all = missing.length === 0 ? wrong : [`missing ${missing.join(', ')}`, ...wrong];
    throw new ConfigurationError(`the configuration is not usable: ${[...new Set(all)].join('; ')}`);
  }
  return { home: parsed.data, store: parsedStore.data };
}

function processSettings(e: HomeEnvironment): Omit<Settings, 'store' | 'platform'> {
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
    eventTokens: e.AGENT_HOME_EVENT_TOKENS,
    takesEvents: (e.AGENT_HOME_EVENTS ?? e.EVENTS) !== 'off',
    metricsTokens: e.AGENT_HOME_METRICS_TOKENS,
    metricsPort: e.AGENT_HOME_METRICS_PORT,
    tracesTo: e.OTEL_EXPORTER_OTLP_ENDPOINT,
    smqCertificates: { hosts: e.SMQ_CERTIFICATE_HOSTS, urls: e.SMQ_CERTIFICATE_URLS },
    anonymousPage: e.AGENT_HOME_ANONYMOUS_PAGE === 'on',
    sweepIntervalSeconds: e.AGENT_HOME_SWEEP_SECONDS,
    requestsPerMinute: {
      address: e.AGENT_HOME_REQUESTS_PER_MINUTE,
      agent: e.AGENT_HOME_AGENT_REQUESTS_PER_MINUTE,
    },
    logLevel: e.LOG_LEVEL,
    idiomsFile: e.AGENT_HOME_IDIOMS,
    forbidOverwrite: e.AGENT_HOME_FORBID_OVERWRITE,
  };
}

/** What fits each for itself may still not fit together. */
function platformConfig(e: HomeEnvironment, store: PlatformConfig['store']): PlatformConfig {
  const parsed = platformConfigSchema.safeParse({
    issuer: e.AGENT_HOME_ISSUER,
    store,
    admission: e.AGENT_HOME_ADMISSION,
    authorSignature: e.AGENT_HOME_AUTHOR_SIGNATURE,
    sweepFirstSeconds: e.AGENT_HOME_SWEEP_FIRST_SECONDS,
    sweepMaxSeconds: e.AGENT_HOME_SWEEP_MAX_SECONDS,
    sweepBatch: e.AGENT_HOME_SWEEP_BATCH,
    stsPerSecond: e.AGENT_HOME_STS_PER_SECOND,
    exposureSeconds: e.AGENT_HOME_EXPOSURE_SECONDS,
    breakerFailures: e.AGENT_HOME_BREAKER_FAILURES,
    breakerSeconds: e.AGENT_HOME_BREAKER_SECONDS,
    readTimeoutMs: e.AGENT_HOME_READ_TIMEOUT_MS,
    presenceIntervalSeconds: e.AGENT_HOME_PRESENCE_SECONDS,
    feedDays: e.AGENT_HOME_FEED_DAYS,
    storeEventDays: e.AGENT_HOME_STORE_EVENT_DAYS,
    heartbeatIntervalSeconds: e.AGENT_HOME_HEARTBEAT_SECONDS,
    deadlineGraceSeconds: e.AGENT_HOME_DEADLINE_GRACE_SECONDS,
    messageBytes: e.AGENT_HOME_MESSAGE_BYTES,
    proposalsPerDay: e.AGENT_HOME_PROPOSALS_PER_DAY,
    ...limitSettings(e),
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`the configuration is not usable: ${problems.join('; ')}`);
}
