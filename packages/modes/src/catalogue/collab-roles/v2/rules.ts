import { z } from 'zod';
import { rulesSchema as firstRulesSchema } from '../rules.ts';

export const rulesSchema = firstRulesSchema.extend({
  /** Time to wait for the platform's summary before the review has no subject. */
  integration_seconds: z.int().min(1).max(604_800).default(600),
});
export type Rules = z.infer<typeof rulesSchema>;
