import { z } from 'zod';

export const rulesSchema = z.strictObject({});
export type Rules = z.infer<typeof rulesSchema>;
