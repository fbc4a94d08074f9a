import type { Mutation } from '../../meta/source-mutations/changes.ts';
import type { Finding } from './checks/evidence.ts';
import { groupBy } from './checks/group-by.ts';
import type { Plan } from './plan/make-plan.ts';
import type { SeedResult } from './run-life.ts';

const shownOfCheck = 5;

/** Returns one line if all checks pass; otherwise the findings, with excerpts and the command to reproduce them. */
export function describeResult(
  { plan, findings, figures, hostile }: SeedResult,
  { mutation, full }: { mutation?: Mutation | undefined; full: boolean },
): string {
  const numbers = Object.entries(figures)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(1)}`)
    .join(', ');
  const head = `seed ${plan.seed}: ${findings.length === 0 ? 'all holds' : `${findings.length} findings`} (${numbers})`;
  const what = full || findings.length > 0 ? [describePlan(plan)] : [];
  if (full && hostile) what.push(hostile);
  if (findings.length === 0) return [head, ...what].join('\n');
  const groups = [...groupBy(findings, ({ check }) => check)];
  const told = groups.flatMap(([check, those]) => [
    `  ${check}: ${those.length}`,
    ...those.slice(0, shownOfCheck).map(describeFinding),
  ]);
  return [head, ...what, ...told, `  again: ${reproduce(plan, mutation)}`].join('\n');
}

export function describeRun(count: number, failed: number): string {
  return failed === 0 ? `${count} seeds, all held` : `${failed} of ${count} seeds did not hold`;
}

export function reproduce({ seed, topics, agents, seconds, hostile }: Plan, mutation?: Mutation): string {
  const alone = hostile ? '' : ' --no-hostile';
  const planted = mutation ? ` --mutation ${mutation.name}` : '';
  return `npm run simulate -- --seed ${seed} --topics ${topics} --agents ${agents} --seconds ${seconds}${alone}${planted}`;
}

function describePlan({ spells, blows, agentList }: Plan): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const lines = [
    `hostile: ${agentList.flatMap(({ agentId, hostile }) => (hostile ? [agentId] : [])).join(' ')}`,
    `weather: ${spells.map(({ atMs, weather }) => `${seconds(atMs)} ${weather.name}`).join('; ')}`,
    `killed:  ${blows.map(({ atMs, part, downMs }) => `${seconds(atMs)} ${part} for ${downMs} ms`).join('; ')}`,
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}

function describeFinding({ subject, problem, detail }: Finding): string {
  const excerpt = detail === undefined ? '' : `\n      ${JSON.stringify(detail).slice(0, 1_200)}`;
  return `    ${subject} ${problem}${excerpt}`;
}

export function toTable(head: string[], rows: string[][]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
