import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ResultsDocument } from '../report.ts';
import { recordProblems } from './check-record.ts';
import { type EarlierFigures, earlierSchema, type RunRecord, recordSchema } from './record-schema.ts';

const folder = new URL('../../recorded/', import.meta.url);
const earlier = 'earlier.json';

/** @throws Error if a run of this commit and kind cannot be quoted by documents */
export function requireRecordable(run: { measuredAt: Date; commit: string; short: boolean }): void {
  const empty = { ...run, measured_at: run.measuredAt.toISOString(), results: [] };
  const machine = { processors: 0, processor: '', memory_bytes: 0 };
  const [problem] = recordProblems({ ...empty, machine });
  if (problem !== undefined) throw new Error(`cannot record this run: ${problem}`);
}

/** Statement texts are left out because they are long, and documents do not quote them. */
export async function writeRecord(document: ResultsDocument): Promise<string> {
  const results = document.results.map(({ costs, ...result }) => ({
    ...result,
    ...(costs
      ? { costs: { ...costs, value: withoutText(costs.value), floor: withoutText(costs.floor) } }
      : {}),
  }));
  const name = `${document.measured_at.slice(0, 16).replace(':', '')}-${document.commit}.json`;
  const file = new URL(name, folder);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...document, results }, undefined, 2)}\n`);
  return fileURLToPath(file);
}

function withoutText<Costs extends { by_statement: unknown }>(costs: Costs): Omit<Costs, 'by_statement'> {
  const { by_statement: _, ...others } = costs;
  return others;
}

/** Returns the recorded runs, oldest first, by file name. */
export async function readRecords(): Promise<{ runs: Map<string, RunRecord>; earlier: EarlierFigures }> {
  const runs = new Map<string, RunRecord>();
  for (const name of (await readdir(folder)).toSorted())
    if (name.endsWith('.json') && name !== earlier) runs.set(name, recordSchema.parse(await json(name)));
  return { runs, earlier: earlierSchema.parse(await json(earlier)) };
}

async function json(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, folder), 'utf8'));
}
