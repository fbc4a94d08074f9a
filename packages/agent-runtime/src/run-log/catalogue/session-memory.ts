import { z } from 'zod';

/** Maximum length of a value that a session remembers, in UTF-16 units. */
export const longestSessionValue = 4_096;

const key = z.string().min(1).max(64);

/** Value of a session under a key (S3-102), and if the run that stored it had read text of others. */
export const sessionValueSchema = z.strictObject({
  key,
  value: z.string().max(longestSessionValue),
  tainted: z.boolean(),
});
export type SessionValue = z.infer<typeof sessionValueSchema>;

/** Keys of the agent's session memory, and their values when the run began. */
export const sessionMemorySchema = z.strictObject({
  keys: z.array(key).min(1).max(32),
  values: z.array(sessionValueSchema).max(32),
});
export type SessionMemory = z.infer<typeof sessionMemorySchema>;
