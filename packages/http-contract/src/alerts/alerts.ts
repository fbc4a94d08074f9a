import { z } from 'zod';

const count = z.int().min(0);

/** Kinds of alerts about agents. */
export const alertKinds = ['failing', 'silent', 'expensive'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Reasons for which a delivery failed. */
export const alertFailures = [
  'address_refused',
  'unreachable',
  'timeout',
  'redirected',
  'refused_by_receiver',
  'login_refused',
  'tls_refused',
] as const;
export type AlertFailure = (typeof alertFailures)[number];

const thresholds = {
  /** True to report agents whose latest runs failed. */
  failing: z.boolean(),
  /** Reports an agent that mirrored runs before and has given no sign for so long. */
  silent_minutes: z
    .int()
    .min(15)
    .max(60 * 24 * 90)
    .optional(),
  /** Reports an agent whose runs used more tokens on a day in UTC. */
  tokens_a_day: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Reports an agent whose runs cost more on a day in UTC, in the unit of the models’ prices. */
  cost_a_day: z.number().gt(0).max(1e12).optional(),
};

/** `PUT /v1/alerts` */
export const alertRulesSchema = z.strictObject({
  /** Receiver of the alerts. It may have a secret path, which the home does not show. */
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  ...thresholds,
  /** True to replace the secret. */
  new_secret: z.boolean().default(false),
});
export type AlertRules = z.infer<typeof alertRulesSchema>;

const shownRulesSchema = z.object({
  /** Scheme, host and port of the receiver. */
  origin: z.string(),
  ...thresholds,
  changed_at: z.string(),
});

export const changedAlertRulesSchema = shownRulesSchema.extend({
  /** Key of the signature, if it is new. It is shown only here. */
  secret: z.string().optional(),
});
export type ChangedAlertRules = z.infer<typeof changedAlertRulesSchema>;

/** `GET /v1/alerts`: an owner’s own, or those of the home for the office. */
export const alertStateSchema = z.object({
  rules: shownRulesSchema.optional(),
  /** Alerts that have not cleared, newest first, at most 200. */
  alerts: z.array(
    z.object({
      alert_id: z.string(),
      agent_id: z.string(),
      kind: z.enum(alertKinds),
      raised_at: z.string(),
      delivered_at: z.string().optional(),
      attempts: count,
      /** Reason of the latest failed attempt. */
      failure: z.enum(alertFailures).optional(),
    }),
  ),
});
export type AlertState = z.infer<typeof alertStateSchema>;

export const deletedAlertRulesSchema = z.object({ deleted: z.boolean() });

/** Body of a delivery. It has no text of a run. */
export const deliveredAlertSchema = z.object({
  /** Stays the same in repeated deliveries. */
  alert_id: z.string(),
  /** Name of the home in its certificates. */
  home: z.string(),
  kind: z.enum(alertKinds),
  agent_id: z.string(),
  raised_at: z.string(),
  facts: z.object({
    code: z.string().optional(),
    failed_runs: count.optional(),
    since: z.string().optional(),
    remedy: z.string().optional(),
    last_sign_at: z.string().optional(),
    day: z.string().optional(),
    tokens: count.optional(),
    cost: z.number().optional(),
  }),
});
export type DeliveredAlert = z.infer<typeof deliveredAlertSchema>;
