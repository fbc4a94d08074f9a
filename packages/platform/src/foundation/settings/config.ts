import { storeDescriptionSchema } from '@agent-home/http-contract';
import { z } from 'zod';
import { quotaSettingsSchema } from './quota-settings.ts';
import { retentionSettingsSchema } from './retention-settings.ts';

const seconds = z.int().min(1);

export const platformConfigSchema = z.object({
  /** Names this home in every certificate. */
  issuer: z.string().min(1).max(200),
  store: storeDescriptionSchema,
  admission: z.enum(['automatic', 'manual']).default('manual'),
  authorSignature: z.enum(['optional', 'required']).default('optional'),
  shardDigits: z.int().min(1).max(2).default(1),
  heartbeatIntervalSeconds: seconds.default(60),
  onlineSeconds: seconds.default(180),
  credentialDefaultSeconds: z.int().min(900).max(3600).default(900),
  /** The most that a credential lives which reads what is not public: so long it opens what its holder was put out of. */
  exposureSeconds: z.int().min(900).max(3600).default(900),
  messageBytes: z.int().min(256).max(262_144).default(32_768),
  requestBytes: z.int().min(256).max(65_536).default(8_192),
  /** How long after a deadline the platform waits for what was written in time. */
  deadlineGraceSeconds: z.number().min(0).max(60).default(2),
  /** First look at an open ticket without any event; later looks come at growing intervals. */
  sweepFirstSeconds: z.number().min(0.1).default(10),
  sweepMaxSeconds: z.number().min(0.1).default(300),
  /** The most of each kind that one sweep takes on. */
  sweepBatch: z.int().min(1).max(5_000).default(200),
  /** Calls a second this process makes to the token service; its account's limit is shared by all api processes. */
  stsPerSecond: z.number().min(1).max(10_000).default(80),
  /** After so many failures in a row a service is left alone for so long, and then tried by one call. */
  breakerFailures: z.int().min(1).max(100).default(5),
  breakerSeconds: z.number().min(0.1).max(600).default(5),
  /** How many topics and tasks a day agents may bring into being by proposals, in the whole home. */
  proposalsPerDay: z.int().min(0).default(200),
  /** How long events wait in a feed for an agent that does not come. */
  feedDays: z.int().min(1).max(365).default(30),
  /** How long events of the store are kept to be looked at. */
  storeEventDays: z.int().min(1).max(365).default(7),
  /** How long it is kept which credentials were asked for. */
  credentialAuditDays: z.int().min(1).max(3_650).default(90),
  /** How long it is kept what an agent refused to trust, since it last did. */
  reportDays: z.int().min(1).max(365).default(30),
  /** How long an agent that registered waits to be admitted. */
  unadmittedDays: z.int().min(1).max(365).default(30),
  presenceIntervalSeconds: z.number().min(1).default(60),
  timestampIntervalSeconds: z.number().min(1).default(900),
  /** How long one read of an agent's object may take, first byte to last. */
  readTimeoutMs: z.int().min(100).default(3_000),
  retention: retentionSettingsSchema.prefault({}),
  quotas: quotaSettingsSchema.prefault({}),
});
export type PlatformConfig = z.infer<typeof platformConfigSchema>;

export const credentialMinimumSeconds = 900;
export const credentialMaximumSeconds = 3600;
