import { writeFile } from 'node:fs/promises';
import { KitError, type Report, toJunit, toTable } from '@agent-home/conformance';
import { ConformanceError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';

export interface ReportFlags {
  format: string;
  junit?: string;
}

/** Runs a kit and prints its report. @returns the exit code: 1 if a requirement failed */
export async function printReport(flags: ReportFlags, run: () => Promise<Report>): Promise<number> {
  if (flags.format !== 'table' && flags.format !== 'json')
    throw new ConformanceError('invalid_arguments', '--format has to be table or json');
  const report = await run().catch((error: unknown) => {
    if (error instanceof KitError) throw new ConformanceError(error.code, error.message, { cause: error });
    throw error;
  });
  if (flags.junit !== undefined)
    await writeFile(flags.junit, toJunit(report)).catch((error: NodeJS.ErrnoException) => {
      throw new ConformanceError(
        'unreadable_file',
        `the file of --junit cannot be written (${error.code}): check its folder`,
      );
    });
  console.log(flags.format === 'json' ? jsonDocument(report) : toTable(report));
  return report.failed > 0 ? 1 : 0;
}
