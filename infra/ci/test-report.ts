import { z } from 'zod';

/** The members of vitest's JSON report that CI reads. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export interface FailedFile {
  /** Path from the root of the repository. */
  file: string;
  /** Failed tests; empty if the file could not be loaded. */
  tests: { name: string; message: string }[];
  /** Reason why the file could not be loaded, or the first failed test's message. */
  message: string;
}

export interface TestCounts {
  passed: number;
  failed: number;
  /** Skipped and todo tests, each of which fails the run. */
  skipped: string[];
  failedFiles: FailedFile[];
}

/**
 * Reads vitest's JSON report.
 * @param root prefix to remove from file names, without a slash at its end
 * @throws SyntaxError or ZodError for a text that is no report, such as that of a run that was killed
 */
export function readTestReport(text: string, root: string): TestCounts {
  const report = reportSchema.parse(JSON.parse(text));
  const place = (name: string) => (name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name);
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${place(name)}: ${fullName}`),
  );
  const failedFiles = report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const tests = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => ({ name: test.fullName, message: readable(test.failureMessages ?? []) }));
      return { file: place(name), tests, message: tests[0]?.message ?? message };
    });
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failedFiles };
}

/** Vitest reports the stack of a test that timed out without its message. */
function readable(messages: readonly string[]): string {
  return messages.join('\n').replaceAll('Error: STACK_TRACE_ERROR', 'Error: the test timed out');
}
