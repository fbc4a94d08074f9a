import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test that failed in a run of CI and passed when its file was run again alone. */
const flakyEntrySchema = z.strictObject({
  /** Day of the run, as YYYY-MM-DD. */
  date: z.iso.date(),
  /** Path of the test file from the root, or the name of a step such as `simulate seed 11`. */
  file: z.string(),
  test: z.string(),
  /** First line of the first failure. */
  message: z.string(),
  /** One-minute load average of the machine when the step ended. */
  load: z.number(),
  /** Cause and remedy, added with the fix. */
  fixed: z.string().optional(),
});
export type FlakyEntry = z.infer<typeof flakyEntrySchema>;

/** Content of `test/flaky.json`. */
export const flakyRecordSchema = z.array(flakyEntrySchema);

/** Maximum number of flaky files in a run. */
export const largestFlakyCount = 4;

/**
 * Returns the reasons why a run fails because of its flaky files, one sentence each. A run may have four, and a file that is
 * already in the record must be fixed, not repeated.
 */
export function flakyProblems(found: readonly FlakyEntry[], record: readonly FlakyEntry[]): string[] {
  const recorded = new Set(record.map(({ file }) => file));
  const repeated = found.filter(({ file }) => recorded.has(file));
  return [
    ...(found.length > largestFlakyCount
      ? [`${found.length} flaky files; a run may have ${largestFlakyCount}`]
      : []),
    ...repeated.map(({ file }) => `${file} is flaky for the second time (test/flaky.json): fix its cause`),
  ];
}

/** First line of a failure, without colours and bounded, for the record and the summary. */
export function firstLine(message: string): string {
  const plain = stripVTControlCharacters(message).trim();
  return (plain.split('\n')[0] ?? '').slice(0, 300);
}
