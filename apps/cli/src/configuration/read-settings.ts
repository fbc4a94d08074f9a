import { type PlatformConfig, platformConfigSchema } from '@agent-home/platform';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import { limitEnvironment, limitSettings } from './limit-settings.ts';
import { proxySchema } from './proxy-schema.ts';
import { type StoreSettings, storeEnvironmentSchema, storeSettings } from './store-settings.ts';

const list = (fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
const number = z.coerce.number();

/** Every environment variable a process of the home reads. */
const environmentSchema = z.object({
  AGENT_HOME_ISSUER: z.string().default('agent-home.local'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//),
  QUEUE_URL: z
    .string()
    .regex(/^(postgres(ql)?|rediss?):\/\//)
    .optional(),
  PLATFORM_ACCESS_KEY_ID: z.string(),
  PLATFORM_ACCESS_KEY_SECRET: z.string(),
  AGENT_HOME_KEYS: z.string(),
  AGENT_HOME_HOST: z.string().default('127.0.0.1'),
  AGENT_HOME_PORT: number.int().min(0).max(65_535).default(4600),
  AGENT_HOME_AUTHORITIES: list(),
  AGENT_HOME_TRUSTED_PROXIES: list().pipe(z.array(proxySchema)),
  AGENT_HOME_HOLD_ANSWERS: z.enum(['on', 'off']).default('off'),
  AGENT_HOME_EVENT_TOKENS: list(),
  AGENT_HOME_METRICS_TOKENS: list(),
  AGENT_HOME_METRICS_PORT: number.int().min(0).max(65_535).optional(),
  AGENT_HOME_EVENTS: z.enum(['on', 'off']).optional(),
  EVENTS: z.enum(['on', 'off']).optional(),
  AGENT_HOME_SWEEP_BATCH: number.optional(),
  AGENT_HOME_STS_PER_SECOND: number.optional(),
  AGENT_HOME_EXPOSURE_SECONDS: number.optional(),
  AGENT_HOME_BREAKER_FAILURES: number.optional(),
  AGENT_HOME_BREAKER_SECONDS: number.optional(),
  AGENT_HOME_READ_TIMEOUT_MS: number.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  SMQ_CERTIFICATE_HOSTS: list('mnstest.oss-cn-hangzhou.aliyuncs.com'),
  SMQ_CERTIFICATE_URLS: list(),
  AGENT_HOME_ADMISSION: z.enum(['automatic', 'manual']).optional(),
  AGENT_HOME_AUTHOR_SIGNATURE: z.enum(['optional', 'required']).optional(),
  AGENT_HOME_SWEEP_SECONDS: number.min(0.1).default(5),
  AGENT_HOME_SWEEP_FIRST_SECONDS: number.optional(),
  AGENT_HOME_SWEEP_MAX_SECONDS: number.optional(),
  AGENT_HOME_PRESENCE_SECONDS: number.optional(),
  AGENT_HOME_FEED_DAYS: number.optional(),
  AGENT_HOME_STORE_EVENT_DAYS: number.optional(),
  AGENT_HOME_HEARTBEAT_SECONDS: number.optional(),
  AGENT_HOME_DEADLINE_GRACE_SECONDS: number.optional(),
  AGENT_HOME_MESSAGE_BYTES: number.optional(),
  AGENT_HOME_PROPOSALS_PER_DAY: number.optional(),
  AGENT_HOME_IDIOMS: z.string().optional(),
  AGENT_HOME_REQUESTS_PER_MINUTE: number.int().min(1).default(6_000),
  AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: number.int().min(1).default(600),
  AGENT_HOME_ANONYMOUS_PAGE: z.enum(['on', 'off']).default('off'),
  AGENT_HOME_FORBID_OVERWRITE: z.enum(['platform', 'all']).default('platform'),
  ...limitEnvironment,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const environmentNames = Object.keys(environmentSchema.shape);

export interface Settings {
  databaseUrl: string;
  queueUrl: string;
  store: StoreSettings;
  platformKey: { accessKeyId: string; accessKeySecret: string };
  keysFolder: string;
  listen: { host: string; port: number };
  authorities: string[];
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Whether an answer that is not in the contract to the letter is a 500: in tests and trials. */
  holdsAnswers: boolean;
  eventTokens: string[];
  /** Whether the store's events are taken in. */
  takesEvents: boolean;
  metricsTokens: string[];
  /** Where a worker answers `/metrics`; nowhere unless it is set. */
  metricsPort: number | undefined;
  /** Base URL of an OTLP/HTTP collector; nothing is traced without. */
  tracesTo: string | undefined;
  smqCertificates: { hosts: string[]; urls: string[] };
  /** Whether people see what is public without signing in. */
  anonymousPage: boolean;
  sweepIntervalSeconds: number;
  requestsPerMinute: { address: number; agent: number };
  logLevel: string;
  /** A list of idioms, one a line, instead of our own. */
  idiomsFile: string | undefined;
  /** Below which prefixes the bucket itself keeps agents from overwriting. */
  forbidOverwrite: 'platform' | 'all';
  platform: PlatformConfig;
}

/** @throws ConfigurationError naming every variable that is missing or wrong, never its value */
export function readSettings(environment: Record<string, string | undefined>): Settings {
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
  const e = parsed.data;
  const { store, description } = storeSettings(parsedStore.data);
  const { host, port } = { host: e.AGENT_HOME_HOST, port: e.AGENT_HOME_PORT };
  return {
    databaseUrl: e.DATABASE_URL,
    queueUrl: e.QUEUE_URL ?? e.DATABASE_URL,
    store,
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
    sweepIntervalSeconds: e.AGENT_HOME_SWEEP_SECONDS,
    requestsPerMinute: {
      address: e.AGENT_HOME_REQUESTS_PER_MINUTE,
      agent: e.AGENT_HOME_AGENT_REQUESTS_PER_MINUTE,
    },
    logLevel: e.LOG_LEVEL,
    idiomsFile: e.AGENT_HOME_IDIOMS,
    forbidOverwrite: e.AGENT_HOME_FORBID_OVERWRITE,
    platform: platformConfig({
      issuer: e.AGENT_HOME_ISSUER,
      store: description,
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
    }),
  };
}

/** What fits each for itself may still not fit together. */
function platformConfig(given: Record<string, unknown>): PlatformConfig {
  const parsed = platformConfigSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`the configuration is not usable: ${problems.join('; ')}`);
}
