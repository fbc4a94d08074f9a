import { z } from 'zod';

export const resultSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  chapter: z.string(),
  verdict: z.enum(['passed', 'failed', 'skipped']),
  /** Findings of a failure, or the reason for skipping. */
  details: z.array(z.string()),
});
export type Result = z.infer<typeof resultSchema>;

/** Report of both kits with `--format json`. */
export const reportSchema = z.strictObject({
  schema: z.literal('agent-home-conformance-report/1'),
  kit: z.enum(['server', 'client']),
  /** The home’s URL, or the client’s command. */
  subject: z.string(),
  started_at: z.iso.datetime(),
  milliseconds: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  results: z.array(resultSchema),
});
export type Report = z.infer<typeof reportSchema>;

export function createReport(
  about: Pick<Report, 'kit' | 'subject' | 'milliseconds'> & { startedAt: Date },
  results: Result[],
): Report {
  const { startedAt, ...rest } = about;
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length;
  return {
    schema: 'agent-home-conformance-report/1',
    ...rest,
    started_at: startedAt.toISOString(),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    results,
  };
}
