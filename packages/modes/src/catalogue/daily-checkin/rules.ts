import { z } from 'zod';
import { proposalRulesShape } from '../../proposals/proposal-rules.ts';

export const rulesSchema = z.strictObject({
  max_per_day: z.int().min(1).max(20).default(1),
  /** IANA time zone. The platform checks that it exists, because modes have no calendar. */
  day_boundary_timezone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/)
    .default('Asia/Shanghai'),
  message_id_policy: z.literal('YYYYMMDD').default('YYYYMMDD'),
  ...proposalRulesShape,
});
export type Rules = z.infer<typeof rulesSchema>;
