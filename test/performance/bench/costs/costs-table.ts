import type { BenchResult } from '../measure.ts';
import { type CostsPerOperation, notAvailable } from './costs.ts';

/** Formats the costs of one operation, a block per bench: the home next to its floor. */
export function costsTable(results: BenchResult[]): string {
  return results.flatMap((result) => (result.costs ? [block(result.name, result.costs)] : [])).join('\n\n');
}

function block(name: string, { value, floor, cpu_ratio }: NonNullable<BenchResult['costs']>): string {
  const [ofHome, ofFloor] = [figures(value), figures(floor)];
  const rows = [...new Set([...ofHome.keys(), ...ofFloor.keys()])].map((figure) => [
    figure,
    ofHome.get(figure) ?? '0',
    ofFloor.get(figure) ?? '0',
  ]);
  const width = Math.max(...rows.map(([figure = '']) => figure.length));
  const ratio = cpu_ratio === notAvailable ? notAvailable : cpu_ratio.toFixed(2);
  return [
    `${name}: an operation (of ${value.operations}), its floor (of ${floor.operations}); CPU ratio ${ratio}`,
    ...rows.map(
      ([figure = '', home = '', least = '']) =>
        `  ${figure.padEnd(width)}  ${home.padStart(12)}  ${least.padStart(12)}`,
    ),
  ].join('\n');
}

function figures(costs: CostsPerOperation): Map<string, string> {
  const { cpu_milliseconds: cpu, cpu_milliseconds_judged: judged } = costs;
  const times =
    cpu === notAvailable
      ? []
      : Object.entries(cpu).map(([name, time]) => [`CPU ms: ${name}`, time.toFixed(2)] as const);
  return new Map([
    ['CPU ms: judged', judged === notAvailable ? judged : judged.toFixed(2)],
    ...times,
    ['commits', costs.commits.toFixed(2)],
    ['log syncs', costs.log_syncs?.toFixed(2) ?? 'not counted'],
    ['log bytes', costs.log_bytes.toFixed(0)],
    ['statements', costs.statements.toFixed(2)],
    ...Object.entries(costs.store_requests).map(
      ([kind, number]) => [`store: ${kind}`, number.toFixed(2)] as const,
    ),
  ]);
}
