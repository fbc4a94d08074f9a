import { z } from 'zod';
import texts from '../texts/talks.json' with { type: 'json' };

const talkSchema = z.strictObject({
  topic: z.enum(['commons', 'round-table']),
  /** Each line refers to the previous ones and addresses residents by name. */
  lines: z.array(z.strictObject({ by: z.string(), text: z.string().min(1).max(400) })).min(4),
});

export type Talk = z.infer<typeof talkSchema>;

export const talks = z.array(talkSchema).parse(texts);

export function talksIn(topic: Talk['topic']): readonly Talk[] {
  return talks.filter((talk) => talk.topic === topic);
}
