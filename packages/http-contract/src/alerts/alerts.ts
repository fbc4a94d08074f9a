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

/** One address. The form has no display name, list, quote, space or control character, so it cannot add a header to a mail. */
export const emailAddressSchema = z.email().max(254);

/** `PUT /v1/alerts` */
export const alertRulesSchema = z
  .strictObject({
    /** Receiver of webhooks. It may have a secret path, which the home does not show. */
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
    /** Receiver of mails. It gets only a code until `POST /v1/alerts/confirmation`. */
    email: emailAddressSchema.optional(),
    ...thresholds,
    /** True to notify the receivers of calls that wait for a decision. */
    approvals: z.boolean().default(false),
    /** True to replace the secret. */
    new_secret: z.boolean().default(false),
  })
  .refine(({ url, email }) => url !== undefined || email !== undefined, {
    message: 'has no receiver; set url, email or both',
    path: ['url'],
  });
export type AlertRules = z.infer<typeof alertRulesSchema>;

const shownRulesSchema = z.object({
  /** Scheme, host and port of the receiver of webhooks. */
  origin: z.string().optional(),
  email: z
    .object({
      /** Address with its name shortened, such as `a…@example.org`. */
      address: z.string(),
      /** True once a code from the mailbox was entered. */
      confirmed: z.boolean(),
      /** Reason why the code could not be sent. */
      failure: z.enum(alertFailures).optional(),
    })
    .optional(),
  ...thresholds,
  /** True if the receivers are notified of calls that wait for a decision. */
  approvals: z.boolean(),
  changed_at: z.string(),
});

export const changedAlertRulesSchema = shownRulesSchema.extend({
  /** Key of the signature, if it is new. It is shown only here. */
  secret: z.string().optional(),
});
export type ChangedAlertRules = z.infer<typeof changedAlertRulesSchema>;

/** `POST /v1/alerts/confirmation` */
export const mailboxCodeSchema = z.strictObject({
  /** Code from the mail. Case, spaces and hyphens do not matter. */
  code: z.string().min(1).max(40),
});
export const confirmedMailboxSchema = z.object({ confirmed: z.literal(true) });

export const approvalReceivers = ['webhook', 'email'] as const;
export type ApprovalReceiver = (typeof approvalReceivers)[number];

const delivery = {
  delivered_at: z.string().optional(),
  attempts: count,
  /** Reason of the latest failed attempt. */
  failure: z.enum(alertFailures).optional(),
};

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
      ...delivery,
      /** Delivery by mail; absent without a mailbox. */
      email: z.object(delivery).optional(),
    }),
  ),
  /** Notifications of calls that wait for a decision, by receiver; absent before the first. */
  approval_messages: z
    .array(z.object({ receiver: z.enum(approvalReceivers), ...delivery }))
    .max(2)
    .optional(),
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

/** Most calls that one notification names. */
export const mostNotifiedApprovals = 20;

/** Body of a notification of calls that wait for a decision. It has no arguments, and nothing that decides. */
export const deliveredApprovalsSchema = z.object({
  /** Stays the same while the same calls are notified again. */
  message_id: z.string(),
  home: z.string(),
  kind: z.literal('approvals'),
  sent_at: z.string(),
  /** Number of new pending calls. */
  count,
  /** The first of them. */
  approvals: z
    .array(
      z.object({
        agent_id: z.string(),
        approval_id: z.string(),
        /** Name of the tool, with other characters than letters, digits, `_` and `-` replaced. */
        tool: z.string(),
        risk: z.string(),
        expires_at: z.string(),
      }),
    )
    .max(mostNotifiedApprovals),
  /** Page for the decision, if the home knows its address. */
  page: z.string().optional(),
});
export type DeliveredApprovals = z.infer<typeof deliveredApprovalsSchema>;
