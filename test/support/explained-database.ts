import { type Database, tables } from '@agent-home/platform/database';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { z } from 'zod';
import { type PlanNode, type PlanStep, planSteps } from './query-plan.ts';

export interface ExplainedStatement {
  text: string;
  steps: PlanStep[];
}

export interface ExplainedDatabase {
  database: Database;
  /** What the database did for each statement that the work sent. */
  explain(work: () => Promise<unknown>): Promise<ExplainedStatement[]>;
  close(): Promise<void>;
}

const noticeSchema = z.object({
  'Query Text': z.string(),
  Plan: z.custom<PlanNode>((value) => typeof value === 'object' && value !== null),
});

/**
 * A connection whose server says of each statement how it was carried out, so that what a function of the home asks is
 * looked at as it asks it. `generic`: with the plans that are made for any parameters, as statements have that were
 * prepared long ago; else with those for the parameters given.
 */
export async function explainedDatabase(
  url: string,
  plans: 'generic' | 'custom',
): Promise<ExplainedDatabase> {
  let heard: ExplainedStatement[] = [];
  const client = postgres(url, {
    max: 1,
    fetch_types: false,
    onnotice: ({ message = '' }) => {
      const start = message.indexOf('{');
      if (!message.includes('plan:') || start < 0) return;
      const { 'Query Text': text, Plan: plan } = noticeSchema.parse(JSON.parse(message.slice(start)));
      heard.push({ text, steps: planSteps(plan) });
    },
  });
  await client.unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_level = notice;
    set client_min_messages = notice; set plan_cache_mode = force_${plans}_plan`);
  return {
    database: drizzle(client, { schema: tables }),
    async explain(work) {
      heard = [];
      await work();
      return heard;
    },
    close: () => client.end({ timeout: 5 }),
  };
}
