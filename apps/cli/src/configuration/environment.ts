import { z } from 'zod';
import { limitEnvironment } from './limit-settings.ts';
import { proxySchema } from './proxy-schema.ts';

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
export const environmentSchema = z.object({
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

export type HomeEnvironment = z.output<typeof environmentSchema>;
