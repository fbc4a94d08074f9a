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
  /** Returns the executed plan of each statement that the work sent. */
  explain(work: () => Promise<unknown>): Promise<ExplainedStatement[]>;
  close(): Promise<void>;
}

const noticeSchema = z.object({
  'Query Text': z.string(),
  Plan: z.custom<PlanNode>((value) => typeof value === 'object' && value !== null),
});

/**
 * Opens a connection whose server reports the executed plan of each statement, so that tests check the queries of the home as it
 * sends them. `generic` uses plans for any parameters, as long-prepared statements have; `custom` uses plans for the given
 * parameters.
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
