import type { Database } from '@agent-home/platform/database';
import { type SQL, sql } from 'drizzle-orm';

/** Executed step of a plan. */
export interface PlanStep {
  type: string;
  table: string | undefined;
  index: string | undefined;
  /** Rows that the step read over all its rounds, including those that did not match. */
  rows: number;
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Executes a statement and returns every step of its plan. */
export async function collectSteps(database: Database, statement: SQL): Promise<PlanStep[]> {
  const [row] = await database.execute<{ 'QUERY PLAN': string | [{ Plan: PlanNode }] }>(
    sql`explain (analyze, format json) ${statement}`,
  );
  const answer = row?.['QUERY PLAN'];
  const plans = (typeof answer === 'string' ? JSON.parse(answer) : answer) as [{ Plan: PlanNode }];
  return planSteps(plans[0].Plan);
}

/** Returns every step of a plan. */
export function planSteps(node: PlanNode): PlanStep[] {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const step = {
    type: node['Node Type'],
    table: node['Relation Name'],
    index: node['Index Name'],
    rows: (node['Actual Rows'] + removed) * node['Actual Loops'],
  };
  return [step, ...(node.Plans ?? []).flatMap(planSteps)];
}
