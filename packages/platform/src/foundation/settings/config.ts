import { storeDescriptionSchema } from '@agent-home/http-contract';
import { idSchema, keyIdSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { platformLimits } from '../limits/all-limits.ts';
import { limitFields } from '../limits/limit.ts';
import { quotaLimits } from '../limits/quota-limits.ts';
import { brokenRelations } from '../limits/relations.ts';
import { retentionLimits } from '../limits/retention-limits.ts';
import { type ModeRules, modeRulesSchema } from './mode-rules.ts';

/** Rejects limits that contradict each other, naming the variables of both. */
function fitTogether({ value, issues }: z.core.ParsePayload<object>): void {
  const numbers = Object.entries(value).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  for (const { name, problem } of brokenRelations(Object.fromEntries(numbers)))
    issues.push({ code: 'custom', path: [name], message: problem, input: value });
}

/** Quotas of work submitted to tasks. */
export const quotaSettingsSchema = z.object(limitFields(quotaLimits)).check(fitTogether);
export type QuotaSettings = z.infer<typeof quotaSettingsSchema>;

/** Retention in days of objects that are not permanent. */
export const retentionSettingsSchema = z.object(limitFields(retentionLimits));
export type RetentionSettings = z.infer<typeof retentionSettingsSchema>;

/** Rejects defaults of freeform topics above the home's limits: no topic could be opened without rules. */
function allowFreeformDefaults({ value, issues }: z.core.ParsePayload<object>): void {
  const { modeRules, freeformLinesMax, freeformLinesPerMinute } = value as Record<string, unknown>;
  const { freeform = {} } = modeRules as ModeRules;
  const bounds = { lines_max: freeformLinesMax, lines_per_minute: freeformLinesPerMinute };
  for (const [rule, most] of Object.entries(bounds)) {
    const given = freeform[rule];
    if (typeof given === 'number' && typeof most === 'number' && given > most)
      issues.push({
        code: 'custom',
        path: ['modeRules', 'freeform', rule],
        message: `AGENT_HOME_MODE_RULES: the default ${rule} of freeform is ${given}, but the home allows at most ${most}`,
        input: given,
      });
  }
}

/** Configuration of the platform. Its numbers are explained in `limits/`, each once. */
export const platformConfigSchema = z
  .object({
    /** Names this home in every certificate. */
    issuer: z.string().min(1).max(200),
    store: storeDescriptionSchema,
    admission: z.enum(['automatic', 'manual']).default('manual'),
    authorSignature: z.enum(['optional', 'required']).default('optional'),
    /** True if no resident may run without its certified policies. */
    requirePolicyBundle: z.boolean().default(false),
    /** True if alerts may go to private networks, also without TLS. */
    alertsToPrivateNetwork: z.boolean().default(false),
    /** Address of the web UI, for links in notifications. */
    pageUrl: z.url({ protocol: /^https?$/ }).optional(),
    /** Ids kept for residents of this home, each with the id of the key that may take it. */
    reservedAgents: z.record(idSchema, keyIdSchema).default({}),
    /** Default rules of new topics by mode, over the mode's own. */
    modeRules: modeRulesSchema.default({}),
    shardDigits: z.int().min(1).max(2).default(1),
    ...limitFields(platformLimits),
    retention: retentionSettingsSchema.prefault({}),
    quotas: quotaSettingsSchema.prefault({}),
  })
  .check(fitTogether, allowFreeformDefaults);
export type PlatformConfig = z.infer<typeof platformConfigSchema>;
