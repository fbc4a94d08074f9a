import { randomBytes } from 'node:crypto';
import { connectDatabase } from '@agent-home/platform/database';
import { faint, mark } from '../../terminal/colours.ts';
import { openHomeStore } from '../compose/open-store.ts';
import { allChecks } from '../doctor/all-checks.ts';
import { type DoctorResult, examineHome } from '../doctor/run-checks.ts';
import { type FoundHome, findHome } from '../local/running-home.ts';

const marks = { ok: '✔', skipped: '–', warning: '!', failed: '✘' } as const;

/** `agent-home doctor`: returns 1 if a check failed, else 0. It probes with its own objects and removes them. */
export async function doctor(
  environment: Record<string, string | undefined>,
  options: { json: boolean },
): Promise<number> {
  const home = await findHome(environment);
  const results = await examine(home, environment, options.json ? () => undefined : show);
  const failures = results.filter(({ finding }) => finding.status === 'failed').length;
  const warnings = results.filter(({ finding }) => finding.status === 'warning').length;
  if (options.json) {
    const checks = results.map(({ name, finding, milliseconds }) => ({ name, ...finding, milliseconds }));
    console.log(
      JSON.stringify({ at: new Date().toISOString(), home: home.kind, failures, warnings, checks }, null, 2),
    );
  } else {
    console.log(`\n${results.length} checks, ${warnings} warnings, ${failures} failed`);
  }
  return failures > 0 ? 1 : 0;
}

export async function examine(
  { settings, apiUrl, dataDirectory }: FoundHome,
  environment: Record<string, string | undefined>,
  report: (result: DoctorResult) => void,
): Promise<DoctorResult[]> {
  const connection = connectDatabase(settings.databaseUrl, { maxConnections: 2 });
  const context = {
    settings,
    apiUrl,
    dataDirectory,
    environment,
    connection,
    ...openHomeStore(settings.store, settings.platformKey),
    probeId: randomBytes(6).toString('hex'),
  };
  try {
    return await examineHome(allChecks, context, report);
  } finally {
    await connection.close();
  }
}

function show({ name, finding, milliseconds }: DoctorResult): void {
  console.log(
    `${mark(marks[finding.status])} ${name.padEnd(18)} ${finding.seen}  ${faint(`(${milliseconds} ms)`)}`,
  );
  if ('todo' in finding) console.log(`  ${' '.repeat(18)} → ${finding.todo}`);
}
