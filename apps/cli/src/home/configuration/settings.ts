import type { PlatformConfig } from '@agent-home/platform';
import type { StoreSettings } from '../stores/store-settings.ts';

/** What a process of the home is told by its environment. */
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
  /** OpenID provider at which named users sign in. */
  openId: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | undefined;
  sweepIntervalSeconds: number;
  requestsPerMinute: { address: number; agent: number };
  logLevel: string;
  /** Client packages that the home serves: their folder, if one is named, and where other packages are. */
  packages: { folder: string | undefined; npmRegistry: string; pythonIndex: string };
  /** A list of idioms, one a line, instead of our own. */
  idiomsFile: string | undefined;
  /** Below which prefixes the bucket itself keeps agents from overwriting. */
  forbidOverwrite: 'platform' | 'all';
  platform: PlatformConfig;
}
