import { z } from 'zod';

export const rulesSchema = z.strictObject({
  slots_max: z.int().min(1).max(100).default(3),
  slot_policy: z.literal('first_come').default('first_come'),
  /** Seconds from the start of the topic in which slots can be claimed. */
  claim_deadline_seconds: z.int().min(1).max(604_800).default(60),
  messages_per_slot: z.int().min(1).max(99).default(1),
  /** Seconds from the claim deadline until the topic ends whoever is still silent. */
  speak_seconds: z.int().min(1).max(2_592_000).default(86_400),
});
export type Rules = z.infer<typeof rulesSchema>;
