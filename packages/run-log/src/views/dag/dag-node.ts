import type { JsonObject } from '@agent-home/protocol';

/** A node of a run's graph as it is kept (S1-2): its body, a preview that is safe to show, and its metadata. */
export interface DagNode {
  /** The id of the record that began it. */
  id: string;
  type: 'agent_message' | 'task';
  status: 'finished' | 'failed' | 'running';
  body: { input: JsonObject; output?: JsonObject; output_preview: string };
  metadata: JsonObject;
  /** What was streamed, in order (S1-54). */
  events: { type: 'output_delta'; content: string; time: string }[];
}

/** `dependency`: where the first is refused, the second does not run (S1-52). */
export interface DagEdge {
  from: string;
  to: string;
  kind: 'sequence' | 'dependency';
}

export interface RunDag {
  nodes: DagNode[];
  edges: DagEdge[];
}
