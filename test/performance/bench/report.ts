import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchResult } from './measure.ts';
import { type Machine, thisMachine } from './place.ts';
import type { Spread } from './spread.ts';
import { describeTarget } from './verdict.ts';

/** Content of `bench/results.json`. */
export interface ResultsDocument {
  measured_at: string;
  commit: string;
  machine: Machine;
  /** A short run shows that the benches work; its figures mean little. */
  short: boolean;
  results: BenchResult[];
}

/** Formats medians with their spread in brackets. */
export function toTable(results: readonly BenchResult[]): string {
  const rows = results.map((result) => [
    result.name,
    `${figure(result.value, result.spread.value)} ${result.unit}`,
    `${figure(result.floor.value, result.spread.floor)} ${result.unit}`,
    figure(result.ratio, result.spread.ratio, (value) => value.toFixed(2)),
    describeTarget(result.target),
    verdictText(result),
    result.floor.name,
  ]);
  const header = ['bench', 'value', 'floor', 'ratio', 'target', 'verdict', 'what the floor is'];
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdictText({ verdict, quiet_samples: quiet, wanted_samples: wanted }: BenchResult): string {
  if (verdict === 'busy') return `busy (${quiet} of ${wanted} samples quiet)`;
  return verdict === 'met' ? 'met' : 'MISSED';
}

/** `289 (280–301)` */
export function figure(median: number, spread: Spread, show: (value: number) => string = digits): string {
  return `${show(median)} (${show(spread.low)}–${show(spread.high)})`;
}

export function toDocument(
  results: BenchResult[],
  run: { measuredAt: Date; commit: string; short: boolean },
): ResultsDocument {
  return {
    measured_at: run.measuredAt.toISOString(),
    commit: run.commit,
    machine: thisMachine(),
    short: run.short,
    results,
  };
}

export async function writeResults(folder: string, document: ResultsDocument): Promise<string> {
  const file = join(folder, 'results.json');
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(document, undefined, 2)}\n`);
  return file;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
