import { type RunsList, runStateSchema } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';
import type { IndexedRun, RunIndex } from './index-runs.ts';

const mostRuns = 200;

const word = z.string().max(200);

/** Query of the list of runs. */
export const runsQuerySchema = z.strictObject({
  agent: word.optional(),
  state: runStateSchema.optional(),
  tool: word.optional(),
  model: word.optional(),
  code: word.optional(),
  text: word.optional(),
  /** `1`: also runs that another run delegated. */
  all: z.enum(['0', '1']).optional(),
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(mostRuns).default(50),
});
type RunsQuery = z.infer<typeof runsQuerySchema>;

/** Returns one page of the runs that the filters match. */
export function listPage(index: RunIndex, { from, limit, ...filters }: RunsQuery): RunsList {
  const all = index.list();
  const found = all.filter((run) => matches(run, filters));
  const next = from + limit;
  return {
    runs: found.slice(from, next).map(({ text: _, ...run }) => run),
    total: found.length,
    ...(next < found.length ? { next } : {}),
    unread: index.unread,
    values: {
      agents: collect(all, ({ overview }) => (overview ? [overview.agent] : [])),
      tools: collect(all, ({ overview }) => overview?.tools ?? []),
      models: collect(all, ({ overview }) => overview?.models ?? []),
      codes: collect(all, getCodes),
    },
  };
}

function matches(run: IndexedRun, { agent, state, tool, model, code, text, all }: Filters): boolean {
  const { overview } = run;
  return (
    (all === '1' || overview?.parent === undefined) &&
    (agent === undefined || overview?.agent === agent) &&
    (state === undefined || run.state === state) &&
    (tool === undefined || overview?.tools.includes(tool) === true) &&
    (model === undefined || overview?.models.includes(model) === true) &&
    (code === undefined || getCodes(run).includes(code)) &&
    (text === undefined || run.text.includes(text.toLowerCase()))
  );
}
type Filters = Omit<RunsQuery, 'from' | 'limit'>;

function getCodes({ overview, fault }: IndexedRun): string[] {
  return [overview?.code, fault?.code].flatMap((code) => (code === undefined ? [] : [code]));
}

function collect(runs: readonly IndexedRun[], values: (run: IndexedRun) => readonly string[]): string[] {
  return [...new Set(runs.flatMap(values))].sort();
}
