import { cutText, type JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { runTypes } from '../catalogue/run-types.ts';
import { usageSchema } from '../catalogue/usage.ts';
import type { RunRecord } from '../record/run-record.ts';

/** Longest beginning of the first message, in code points. */
const longestAsked = 200;
/** Longest name and code, in code points. Names of a foreign log are not limited otherwise. */
const longestName = 200;
/** Most models and tools of one run in lists. */
const mostNames = 200;

/** Facts of a run for lists, kept up to date record by record. */
export const runFactsSchema = z.strictObject({
  agent: z.string(),
  title: z.string(),
  session_id: z.string(),
  parent: z.strictObject({ run_id: z.string(), agent: z.string(), tool_call_id: z.string() }).exactOptional(),
  model: z.strictObject({
    provider: z.string(),
    name: z.string(),
    settings_key: z.string().exactOptional(),
  }),
  models: z.array(z.string()),
  tools: z.array(z.string()),
  state: z.enum(['running', 'waiting', 'answered', 'failed', 'cancelled']),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  asked: z.string(),
  has_graph: z.boolean(),
  usage: usageSchema,
  started_at: z.string(),
  last_at: z.string(),
  ended_at: z.string().exactOptional(),
});
export type RunFacts = z.infer<typeof runFactsSchema>;

const startSchema = z.object({
  agent: z.string(),
  title: z.string(),
  session_id: z.string(),
  parent: z.object({ run_id: z.string(), agent: z.string(), tool_call_id: z.string() }).optional(),
  model: z.object({ provider: z.string(), name: z.string(), settings_key: z.string().optional() }),
  graph: z.unknown().optional(),
});
const answerUsageSchema = z.object({
  usage: z.object({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }),
});

/** Last records of a run that waits for a person. */
const waiting = new Set(['approval.requested', 'call.questioned']);

/**
 * Returns the facts of a run with one record more. Data that do not fit their type are skipped, because a value next to the log may
 * be unknown.
 * @param before facts so far; undefined for the first record
 * @returns undefined if the first record starts no run
 */
export function addToFacts(before: RunFacts | undefined, record: RunRecord): RunFacts | undefined {
  if (before === undefined) return begin(record);
  const { type, data, time } = record;
  const facts: RunFacts = {
    ...before,
    last_at: time,
    state: before.ended_at === undefined ? (waiting.has(type) ? 'waiting' : 'running') : before.state,
  };
  if (type === 'run.ended') return end(facts, data);
  if (type === 'kairo.user.message' && facts.asked === '' && typeof data.text === 'string')
    facts.asked = cutText(data.text, longestAsked);
  if (type === 'call.requested') facts.tools = withName(facts.tools, data.name);
  if (type === 'model.answered') {
    facts.models = withName(facts.models, data.settings_key ?? data.model);
    const spent = answerUsageSchema.safeParse(data).data?.usage;
    if (spent) facts.usage = addTokens(facts.usage, spent);
  }
  if (type === 'model.requested' && data.purpose === undefined)
    facts.usage = { ...facts.usage, rounds: facts.usage.rounds + 1 };
  if (type === 'kairo.tool.invoke') facts.usage = { ...facts.usage, tool_calls: facts.usage.tool_calls + 1 };
  return facts;
}

function begin({ type, data, time }: RunRecord): RunFacts | undefined {
  const start = startSchema.safeParse(data);
  if (type !== 'run.started' || !start.success) return undefined;
  const { agent, title, session_id, parent, model, graph } = start.data;
  const { provider, name, settings_key } = model;
  return {
    agent: toName(agent),
    title: toName(title),
    session_id: toName(session_id),
    ...(parent && {
      parent: {
        run_id: toName(parent.run_id),
        agent: toName(parent.agent),
        tool_call_id: toName(parent.tool_call_id),
      },
    }),
    model: {
      provider: toName(provider),
      name: toName(name),
      ...(settings_key === undefined ? {} : { settings_key: toName(settings_key) }),
    },
    models: [],
    tools: [],
    state: 'running',
    asked: '',
    has_graph: graph !== undefined,
    usage: { input_tokens: 0, output_tokens: 0, tool_calls: 0, rounds: 0 },
    started_at: time,
    last_at: time,
  };
}

function end(facts: RunFacts, data: JsonObject): RunFacts {
  const ended = runTypes['run.ended'].data.pick({ status: true, code: true, message: true }).loose();
  const parsed = ended.safeParse(data).data;
  const usage = usageSchema.safeParse(data.usage).data;
  if (!parsed) return facts;
  const { status, code, message } = parsed;
  return {
    ...facts,
    state: status,
    ended_at: facts.last_at,
    ...(code === undefined ? {} : { code: toName(code) }),
    ...(message === undefined ? {} : { message: cutText(message, 2 * longestName) }),
    usage: usage ?? facts.usage,
  };
}

function addTokens(usage: RunFacts['usage'], spent: { input_tokens: number; output_tokens: number }) {
  return {
    ...usage,
    input_tokens: usage.input_tokens + spent.input_tokens,
    output_tokens: usage.output_tokens + spent.output_tokens,
  };
}

function withName(names: readonly string[], name: unknown): string[] {
  if (typeof name !== 'string' || name === '') return [...names];
  const cut = toName(name);
  return names.includes(cut) || names.length >= mostNames ? [...names] : [...names, cut];
}

function toName(text: string): string {
  return cutText(text, longestName);
}
