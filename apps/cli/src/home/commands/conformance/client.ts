import { runClientKit } from '@agent-home/conformance';
import { ConformanceError } from '../../../errors/command-errors.ts';
import { printReport, type ReportFlags } from './print-report.ts';

export interface ClientFlags extends ReportFlags {
  timeout: string;
}

/** `agent-home conformance client -- COMMAND`. */
export async function conformanceClient(command: readonly string[], flags: ClientFlags): Promise<number> {
  const seconds = Number(flags.timeout);
  if (!/^\d{1,4}$/.test(flags.timeout) || seconds < 1)
    throw new ConformanceError('invalid_arguments', '--timeout is not a number of seconds from 1 to 9999');
  return printReport(flags, () => runClientKit({ command, timeoutMs: seconds * 1000 }));
}
