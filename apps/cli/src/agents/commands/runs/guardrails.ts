import { type GuardrailReport, guardrailReport } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { RunCommandError } from '../../../errors/command-errors.ts';
import { counted } from '../../../terminal/counted.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { describeCheck } from '../../runs/describe-guardrails.ts';
import { openRuns, type RunsFlags, withPlainErrors } from '../../runs/open-runs.ts';
import { readRun } from '../../runs/read-run.ts';

/** `agent-home runs guardrails RUN [--format json]`: prints the guardrail results of a run (S3-98a). */
export async function showGuardrails(
  environment: Record<string, string | undefined>,
  runId: string,
  { format, ...flags }: RunsFlags & { format: 'text' | 'json' },
): Promise<void> {
  const { records, problem } = await withPlainErrors(() => readRun(openRuns(environment, flags), runId));
  const report = guardrailReport(records);
  if (format === 'json') console.log(jsonDocument(report));
  else for (const line of reportLines(report)) console.log(line);
  if (problem)
    throw new RunCommandError(problem.code, `the log of the run is damaged: ${problem.message}`, {
      isPrinted: true,
    });
}

function reportLines({
  agent,
  guardrails,
  checks,
  repairs,
  status,
  code,
  message,
}: GuardrailReport): string[] {
  if (guardrails.length === 0) return [`${shownText(agent)} had no guardrails in this run`];
  const rows = guardrails.map(({ name, policy, kind, checks: looks, violations }) => [
    shownText(name),
    kind,
    policy,
    String(looks),
    String(violations),
  ]);
  const why = code === undefined ? '' : ` [${shownText(code)}]`;
  return [
    toTable(['guardrail', 'kind', 'policy', 'checks', 'violations'], rows),
    '',
    ...checks.flatMap((check) => describeCheck(check)),
    '',
    ...(message === undefined ? [] : [shownText(message)]),
    `${status}${why}: ${counted(checks.length, 'check')}, ${counted(repairs, 'repair')}`,
  ];
}
