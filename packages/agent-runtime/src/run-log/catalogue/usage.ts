import { z } from 'zod';

export const usageSchema = z.strictObject({
  input_tokens: z.int(),
  output_tokens: z.int(),
  tool_calls: z.int(),
  rounds: z.int(),
  /** Set if the model has a price. */
  cost: z.number().min(0).exactOptional(),
  /** Set if tokens of at least one response are an estimate. */
  estimated: z.literal(true).exactOptional(),
});
export type RunUsage = z.infer<typeof usageSchema>;
