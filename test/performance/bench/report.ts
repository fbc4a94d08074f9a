import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Bench, BenchResult } from './measure.ts';

export function tableOf(benches: Bench[], results: BenchResult[]): string {
  const rows = results.map((result) => {
    const target = benches.find((bench) => bench.name === result.name)?.target;
    return [
      result.name,
      `${digits(result.value)} ${result.unit}`,
      `${digits(result.floor.value)} ${result.unit}`,
      result.ratio.toFixed(2),
      target ? describeTarget(target, result) : '',
      result.floor.name,
    ];
  });
  const lines = [['bench', 'value', 'floor', 'ratio', 'target', 'what the floor is'], ...rows];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export async function writeResults(folder: string, results: BenchResult[]): Promise<string> {
  const [cpu] = cpus();
  const machine = {
    processors: cpus().length,
    processor: cpu?.model ?? 'unknown',
    memory_bytes: totalmem(),
    system: `${platform()} ${arch()}`,
    node: process.version,
  };
  const file = join(folder, 'results.json');
  await mkdir(folder, { recursive: true });
  const document = { measured_at: new Date().toISOString(), machine, results };
  await writeFile(file, `${JSON.stringify(document, undefined, 2)}\n`);
  return file;
}

function describeTarget(target: Bench['target'], { ratio, value, floor }: BenchResult): string {
  if ('valueAtMost' in target) {
    const met = value <= target.valueAtMost && floor.value <= target.floorAtMost;
    return `≤ ${target.valueAtMost}, floor ≤ ${target.floorAtMost} ${met ? 'met' : 'MISSED'}`;
  }
  const [sign, bound, met] =
    'atLeast' in target
      ? (['≥', target.atLeast, ratio >= target.atLeast] as const)
      : (['≤', target.atMost, ratio <= target.atMost] as const);
  return `${sign} ${bound} ${met ? 'met' : 'MISSED'}`;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
