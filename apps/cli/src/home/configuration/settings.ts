import type { JudgedTopics, MailSettings, PlatformConfig } from '@agent-home/platform';
import type { StoreSettings } from '../stores/store-settings.ts';

/** Settings of a process of the home, from its environment. */
export interface Settings {
  databaseUrl: string;
  queueUrl: string;
  store: StoreSettings;
  platformKey: { accessKeyId: string; accessKeySecret: string };
  keysFolder: string;
  listen: { host: string; port: number };
  authorities: string[];
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** True if a response that violates the contract becomes a 500: in tests and trials. */
  holdsAnswers: boolean;
  eventTokens: string[];
  /** True to receive the store's events. */
  takesEvents: boolean;
  metricsTokens: string[];
  /** Port on which a worker serves `/metrics`; not served by default. */
  metricsPort: number | undefined;
  /** Base URL of an OTLP/HTTP collector; tracing is off without it. */
  tracesTo: string | undefined;
  smqCertificates: { hosts: string[]; urls: string[] };
  /** True if public content is visible without signing in. */
  anonymousPage: boolean;
  /** OpenID provider for named users. */
  openId: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | undefined;
  /** Mail server; without it the home sends no mail. */
  mail: MailSettings | undefined;
  sweepIntervalSeconds: number;
  requestsPerMinute: { address: number; agent: number };
  logLevel: string;
  /** Client packages that the home serves: their folder, if configured, and the registries of other packages. */
  packages: { folder: string | undefined; npmRegistry: string; pythonIndex: string };
  /** Path of a list of idioms, one per line, used in place of the built-in list. */
  idiomsFile: string | undefined;
  /** Model that judges, by its key in the settings; without it rules judge. */
  judgeModel: { name: string; topics: JudgedTopics } | undefined;
  /** Prefixes below which the bucket itself prevents agents from overwriting. */
  forbidOverwrite: 'platform' | 'all';
  platform: PlatformConfig;
}
