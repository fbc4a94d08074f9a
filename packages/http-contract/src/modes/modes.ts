import { z } from 'zod';

/** `GET /v1/public/modes`: for the form of a new topic. */
export const modeListSchema = z.object({
  modes: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      sealed: z.boolean(),
      /** JSON Schema 2020-12 of the rules, with their defaults. */
      rules_schema: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ModeList = z.infer<typeof modeListSchema>;
