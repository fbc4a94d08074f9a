import {
  type DelegatedRun,
  type ListedRun,
  type PieceLimits,
  type RunOverview,
  runConversation,
  runDagItems,
  runGraph,
  runTimeline,
  takePiece,
} from '@agent-home/agent-runtime/run-log';
import { type MirroredRun, runEndpoints } from '@agent-home/http-contract';
import { read } from '../../read/api.ts';
import type { RunFilters, RunsSource, ShownRun } from '../parts/runs-source.ts';
import { HomeLogReader } from './home-log.ts';
import { inputOf, runKey } from './run-key.ts';

/** Largest part of a list that is drawn at once. */
const limits: PieceLimits = { items: 200, length: 2_000_000 };
/** Copies that are kept between views. */
const mostKept = 4;
const readers = new Map<string, HomeLogReader>();

/** Reads the runs that agents mirror into the home. A run's views are computed from its verified copy. */
export const homeSource: RunsSource = {
  place: 'home',
  async list(filters, from, signal) {
    const query = toQuery(filters);
    const page = await read(
      runEndpoints.list,
      { query: { ...query, ...(from === 0 ? {} : { cursor: String(from) }) } },
      signal,
    );
    return {
      runs: page.items.map(toListed),
      total: page.total,
      unread: 0,
      values: page.values,
      ...(page.next_cursor === undefined ? {} : { next: page.next_cursor }),
    };
  },
  async run(runId, signal) {
    const run = await read(runEndpoints.show, inputOf(runId), signal);
    const { items } = await read(
      runEndpoints.list,
      { query: { parent: run.run_id, agent_id: run.agent_id, limit: 200 } },
      signal,
    );
    if (run.erased_at !== undefined) return { ...toShown(run), delegated: items.flatMap(toDelegated) };
    const { records, head, fault } = await readLog(runId, signal);
    const graph = runGraph(records);
    return {
      ...toShown(run),
      delegated: items.flatMap(toDelegated),
      ...(records.length === 0 ? {} : { head }),
      ...(fault === undefined ? {} : { fault }),
      ...(graph === undefined ? {} : { graph }),
    };
  },
  steps: async (runId, from, signal) =>
    takePiece(runConversation((await readLog(runId, signal)).records), from, limits),
  spans: async (runId, from, signal) =>
    takePiece(runTimeline((await readLog(runId, signal)).records), from, limits),
  nodes: async (runId, from, signal) =>
    takePiece(runDagItems((await readLog(runId, signal)).records), from, limits),
  records: async (runId, from, signal) => takePiece((await readLog(runId, signal)).records, from, limits),
};

function toQuery({ text, agent, state, tool, model, code, all, since, until }: RunFilters) {
  const filters = { q: text.trim(), agent_id: agent, state, tool, model, code };
  const day = (date: string, days: number) => {
    const at = new Date(`${date}T00:00:00`);
    at.setDate(at.getDate() + days);
    return at.toISOString();
  };
  return {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    ...(since === '' ? {} : { since: day(since, 0) }),
    ...(until === '' ? {} : { until: day(until, 1) }),
    ...(all === '1' ? {} : { delegated: 'false' }),
    limit: 50,
  };
}

function readLog(runId: string, signal: AbortSignal) {
  const reader = readers.get(runId) ?? new HomeLogReader(runId);
  readers.delete(runId);
  readers.set(runId, reader);
  const [oldest] = readers.keys();
  if (readers.size > mostKept && oldest !== undefined) readers.delete(oldest);
  return reader.read(signal);
}

/** Forgets the copy of a run, because its texts were erased. */
export function forgetLog(runId: string): void {
  readers.delete(runId);
}

function toListed(run: MirroredRun): ListedRun {
  return {
    run_id: runKey(run.agent_id, run.run_id),
    state: run.state,
    overview: toOverview(run),
    ...(run.conflict === undefined ? {} : { fault: { code: 'run_history_conflict', message: '' } }),
    is_authentic: true,
  };
}

function toShown(run: MirroredRun): ShownRun {
  const { fault: _, ...listed } = toListed(run);
  return {
    ...listed,
    delegated: [],
    torn_bytes: 0,
    mirrored: {
      agentId: run.agent_id,
      ...(run.erased_at === undefined ? {} : { erasedAt: run.erased_at }),
      ...(run.conflict === undefined ? {} : { conflictAt: run.conflict.seq }),
    },
  };
}

function toOverview(run: MirroredRun): RunOverview {
  const { state, code, message, parent } = run;
  return {
    run_id: run.run_id,
    session_id: run.session_id,
    agent: run.agent,
    title: run.title,
    ...(parent === undefined ? {} : { parent: { ...parent, run_id: runKey(run.agent_id, parent.run_id) } }),
    model: toModel(run.model),
    models: run.models,
    tools: run.tools,
    status: state === 'running' || state === 'waiting' ? 'open' : state,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    started_at: run.started_at,
    duration_ms: Math.max(0, Date.parse(run.last_at) - Date.parse(run.started_at)),
    usage: toUsage(run.usage),
    asked: run.asked,
    has_graph: run.has_graph,
    records: run.next_seq,
  };
}

function toDelegated({ run_id, agent_id, agent, state, parent }: MirroredRun): DelegatedRun[] {
  return parent === undefined
    ? []
    : [{ run_id: runKey(agent_id, run_id), agent, state, tool_call_id: parent.tool_call_id }];
}

function toModel({ provider, name, settings_key }: MirroredRun['model']): RunOverview['model'] {
  return { provider, name, ...(settings_key === undefined ? {} : { settings_key }) };
}

function toUsage({ cost, estimated, ...usage }: MirroredRun['usage']): RunOverview['usage'] {
  return {
    ...usage,
    ...(cost === undefined ? {} : { cost }),
    ...(estimated === undefined ? {} : { estimated }),
  };
}
