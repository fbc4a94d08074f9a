import { cutText } from '@agent-home/protocol';
import type { RecordData } from '../../catalogue/catalogue.ts';
import type { ParentRun } from '../../catalogue/delegation-types.ts';
import type { RunUsage } from '../../catalogue/usage.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { traceSpans } from '../trace-span.ts';
import type { RunOverview } from './run-view-schema.ts';

/** Longest beginning of the message, in code points. */
const longestAsked = 200;

/**
 * Returns the facts of a run; undefined without a first record.
 * @param records verified, with attachments inserted
 */
export function runOverview(records: readonly RunRecord[]): RunOverview | undefined {
  const [first] = records;
  const last = records.at(-1);
  if (!first || !last) return undefined;
  // `verifyData` has checked that the data match the type; the type system cannot express it.
  const started = first.data as unknown as RecordData<'run.started'>;
  const ended = last.type === 'run.ended' ? (last.data as unknown as RecordData<'run.ended'>) : undefined;
  const { run_id, session_id, agent, title, parent, graph } = started;
  const { provider, name, settings_key } = started.model;
  return {
    ...{ run_id, session_id, agent, title },
    ...(parent === undefined ? {} : { parent: toParent(parent) }),
    model: { provider, name, ...(settings_key === undefined ? {} : { settings_key }) },
    ...collectNames(records),
    status: ended?.status ?? 'open',
    ...(ended?.code === undefined ? {} : { code: ended.code }),
    ...(ended?.message === undefined ? {} : { message: ended.message }),
    started_at: first.time,
    // Zero instead of a negative duration if the clock was set back.
    duration_ms: Math.max(0, Date.parse(last.time) - Date.parse(first.time)),
    usage: ended?.usage ?? usageSoFar(records),
    asked: findMessage(records),
    has_graph: graph !== undefined,
    records: records.length,
  };
}

function toParent({ run_id, agent, tool_call_id }: ParentRun): NonNullable<RunOverview['parent']> {
  return { run_id, agent, tool_call_id };
}

function collectNames(records: readonly RunRecord[]): Pick<RunOverview, 'models' | 'tools'> {
  const models = new Set<string>();
  const tools = new Set<string>();
  for (const { type, data } of records) {
    if (type === 'model.answered') models.add(String(data.settings_key ?? data.model));
    if (type === 'call.requested' && data.name !== '') tools.add(String(data.name));
  }
  return { models: [...models], tools: [...tools] };
}

/** Usage of a run in progress, from its spans: what its end will count, but for delegated runs. */
function usageSoFar(records: readonly RunRecord[]): RunUsage {
  const usage: RunUsage = { input_tokens: 0, output_tokens: 0, tool_calls: 0, rounds: 0 };
  const spans = traceSpans(records);
  for (const { kind, metrics } of spans) {
    if (kind === 'tool') usage.tool_calls += 1;
    usage.input_tokens += kind === 'llm' ? (metrics.promptTokens ?? 0) : 0;
    usage.output_tokens += kind === 'llm' ? (metrics.completionTokens ?? 0) : 0;
    if (kind === 'llm' && metrics.cost !== undefined) usage.cost = (usage.cost ?? 0) + metrics.cost;
  }
  usage.rounds = records.filter(
    ({ type, data }) => type === 'model.requested' && data.purpose === undefined,
  ).length;
  return usage;
}

function findMessage(records: readonly RunRecord[]): string {
  const message = records.find(({ type }) => type === 'kairo.user.message');
  return cutText(String(message?.data.text ?? ''), longestAsked);
}
