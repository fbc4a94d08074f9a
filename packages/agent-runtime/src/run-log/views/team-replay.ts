import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { ApprovalDecided } from '../catalogue/approval-types.ts';
import type { RecordData, RecordType } from '../catalogue/catalogue.ts';
import type { FollowedRecord } from '../record/run-record.ts';
import { followTraceEvents, type TraceEvent } from './trace-event.ts';

/** Events between agents and nodes, which a trace does not contain. */
type TeamEvent =
  | { type: 'run_started'; data: { session_id: string; is_graph: boolean } }
  | { type: 'asked'; data: { origin: string; text: string } }
  | { type: 'node_started'; data: RecordData<'graph.node_started'> }
  | { type: 'node_ended'; data: RecordData<'graph.node_ended'> }
  | { type: 'edge_taken'; data: RecordData<'graph.edge_taken'> }
  | { type: 'agent_started'; data: { model: string; again: boolean } }
  | { type: 'agent_unavailable'; data: RecordData<'run.leg_unavailable'> }
  /** With the condition that held. */
  | { type: 'handoff'; data: Omit<RecordData<'handoff.requested'>, 'tool_call_id'> }
  | { type: 'handoff_refused'; data: Omit<RecordData<'handoff.refused'>, 'tool_call_id'> }
  | { type: 'call_refused'; data: { toolName: string; code: string } }
  | { type: 'person_decided'; data: Pick<ApprovalDecided, 'decision' | 'by' | 'reason'> }
  | { type: 'run_ended'; data: Pick<RecordData<'run.ended'>, 'status' | 'code' | 'message' | 'answer'> };

/** Event of a replayed log. */
export type ReplayEvent = { seq: number; timestamp: string; agentName: string } & (
  | TeamEvent
  | Exclude<Unnamed<TraceEvent>, { type: 'handoff' }>
);
type Unnamed<Event> = Event extends TraceEvent ? Pick<Event, 'type' | 'data'> : never;

export interface ReplayCounts {
  /** Number of distinct agents. */
  agents: number;
  nodes: number;
  models: number;
  /** Tool calls that were made. */
  tools: number;
  handoffs: number;
  /** Guardrail checks. */
  guardrails: number;
}

export interface TeamReplay {
  runs: { run_id: string; status: 'answered' | 'failed' | 'cancelled' | 'open'; events: ReplayEvent[] }[];
  counts: ReplayCounts;
  /** Time from the first record of each run to its last. */
  duration_ms: number;
}

/** Replays the runs of a session from their logs, oldest first (S3-111). */
export function teamReplay(runs: readonly (readonly FollowedRecord[])[]): TeamReplay {
  const told = runs.map((records): TeamReplay['runs'][number] => {
    const events = replayEvents(records);
    const end = events.find((event) => event.type === 'run_ended');
    return { run_id: records[0]?.correlationId ?? '', status: end?.data.status ?? 'open', events };
  });
  const all = told.flatMap(({ events }) => events);
  const count = (type: ReplayEvent['type']) => all.filter((event) => event.type === type).length;
  const started = all.flatMap((event) => (event.type === 'agent_started' ? [event.agentName] : []));
  return {
    runs: told,
    counts: {
      agents: new Set(started).size,
      nodes: count('node_started'),
      models: count('llm'),
      tools: count('tool'),
      handoffs: count('handoff'),
      guardrails: count('guardrail'),
    },
    duration_ms: runs.reduce((sum, records) => sum + computeDuration(records), 0),
  };
}

function replayEvents(records: readonly FollowedRecord[]): ReplayEvent[] {
  const trace = followTraceEvents();
  let agentName = '';
  return records.flatMap((record) => {
    const { type, data, seq, time: timestamp } = record;
    agentName = atWork(type as RecordType, data) ?? agentName;
    const place = { seq, timestamp, agentName };
    const traced = trace(record).flatMap((event): ReplayEvent[] =>
      // Handoffs follow below, with the condition that was true.
      event.type === 'handoff' ? [] : [{ ...event, seq }],
    );
    return [...teamEvents(type as RecordType, data).map((event) => ({ ...place, ...event })), ...traced];
  });
}

/** Returns the agent that is active from this record on; undefined if the record does not change it. */
function atWork(type: RecordType, data: JsonObject): string | undefined {
  if (type === 'run.started' || type === 'run.leg_resumed') return toText(data.agent);
  return type === 'run.leg_started' ? toText((data.pinned as JsonObject).agent) : undefined;
}

// `verifyData` has checked that the data match the type; the type system cannot express it.
function teamEvents(type: RecordType, data: JsonObject): TeamEvent[] {
  switch (type) {
    case 'run.started':
      return beginning(data as unknown as RecordData<'run.started'>);
    case 'kairo.user.message':
      return [{ type: 'asked', data: { origin: toText(data.origin), text: toText(data.text) } }];
    case 'graph.node_started':
      return [{ type: 'node_started', data: data as unknown as RecordData<'graph.node_started'> }];
    case 'graph.node_ended':
      return [{ type: 'node_ended', data: data as unknown as RecordData<'graph.node_ended'> }];
    case 'graph.edge_taken':
      return [{ type: 'edge_taken', data: data as unknown as RecordData<'graph.edge_taken'> }];
    case 'run.leg_started': {
      const { model } = (data as unknown as RecordData<'run.leg_started'>).pinned;
      return [{ type: 'agent_started', data: { model: model.name, again: false } }];
    }
    case 'run.leg_resumed':
      return [{ type: 'agent_started', data: { model: '', again: true } }];
    case 'run.leg_unavailable':
      return [{ type: 'agent_unavailable', data: data as unknown as RecordData<'run.leg_unavailable'> }];
    case 'handoff.requested': {
      const { tool_call_id: _, ...hop } = data as unknown as RecordData<'handoff.requested'>;
      return [{ type: 'handoff', data: hop }];
    }
    case 'handoff.refused': {
      const { tool_call_id: _, ...hop } = data as unknown as RecordData<'handoff.refused'>;
      return [{ type: 'handoff_refused', data: hop }];
    }
    case 'policy.decided':
      return refusal(data);
    case 'approval.decided': {
      const { decision, by, reason } = data as unknown as ApprovalDecided;
      return [{ type: 'person_decided', data: { decision, by, reason } }];
    }
    case 'run.ended': {
      const { usage: _, ...end } = data as unknown as RecordData<'run.ended'>;
      return [{ type: 'run_ended', data: end }];
    }
    default:
      return [];
  }
}

/** The agent of a workflow calls no model; its nodes do. */
function beginning({ session_id, graph, model }: RecordData<'run.started'>): TeamEvent[] {
  const started: TeamEvent = { type: 'run_started', data: { session_id, is_graph: graph !== undefined } };
  return graph ? [started] : [started, { type: 'agent_started', data: { model: model.name, again: false } }];
}

/** A call that waits for approval is not refused yet. */
function refusal({ action, effect, tool, code }: JsonObject): TeamEvent[] {
  if (action !== 'tool.call' || effect !== 'deny') return [];
  return [{ type: 'call_refused', data: { toolName: toText(tool), code: toText(code) } }];
}

/** Returns zero instead of a negative duration if the clock was set back. */
function computeDuration(records: readonly FollowedRecord[]): number {
  const [first, last] = [records[0], records.at(-1)];
  return first && last ? Math.max(0, Date.parse(last.time) - Date.parse(first.time)) : 0;
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
