import type { DelegatedRun, ListedRun, RunOverview } from '@agent-home/agent-runtime/run-log';
import { type MirroredRun, runEndpoints } from '@agent-home/http-contract';
import { read } from '../../read/api.ts';
import { inputOf, runKey } from '../parts/run-key.ts';
import type { RunFilters, RunsSource, ShownRun } from '../parts/runs-source.ts';
import { homeLogs } from './home-logs.ts';
import type { LogSummary } from './home-messages.ts';

/** Reads the runs that agents mirror into the home. A worker verifies the copy of a run and computes its views. */
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
    const delegated = items.flatMap(toDelegated);
    if (run.erased_at !== undefined) return { ...toShown(run), delegated };
    const { head, fault, graph, ...summary } = await homeLogs.view(runId, 'summary');
    return {
      ...toShown(run, summary),
      delegated,
      ...(head === undefined ? {} : { head }),
      ...(fault === undefined ? {} : { fault }),
      ...(graph === undefined ? {} : { graph }),
    };
  },
  steps: (runId, from) => homeLogs.view(runId, 'steps', from),
  spans: (runId, from) => homeLogs.view(runId, 'spans', from),
  nodes: (runId, from) => homeLogs.view(runId, 'nodes', from),
  records: (runId, from) => homeLogs.view(runId, 'records', from),
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

function toListed(run: MirroredRun): ListedRun {
  return {
    run_id: runKey(run.agent_id, run.run_id),
    state: run.state,
    overview: toOverview(run),
    ...(run.conflict === undefined ? {} : { fault: { code: 'run_history_conflict', message: '' } }),
    is_authentic: true,
  };
}

function toShown(
  run: MirroredRun,
  copy: Pick<LogSummary, 'isComplete' | 'verified' | 'withheld'> = {
    isComplete: true,
    verified: 0,
    withheld: 0,
  },
): ShownRun {
  const { fault: _, ...listed } = toListed(run);
  return {
    ...listed,
    ...(copy.isComplete ? {} : { verifying: { verified: copy.verified, records: run.next_seq } }),
    delegated: [],
    torn_bytes: 0,
    mirrored: {
      agentId: run.agent_id,
      withheld: copy.withheld,
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
