import type { JsonObject } from '@agent-home/protocol';

/** An increment of an answer that came as a stream (S1-54). */
export interface OutputDelta {
  type: 'output_delta';
  /** Number of its record. */
  seq: number;
  /** RFC 3339. */
  time: string;
  content: string;
}

/** Step of a run as queried by components: its input, output and decisions (S1). */
export interface DagNode {
  /** Id of the record that the node begins with. */
  id: string;
  /** A certified persona's message is a `character_message`. */
  type: 'agent_message' | 'character_message' | 'task';
  round: number;
  state: 'pending' | 'finished' | 'failed';
  body: { input: JsonObject; output: JsonObject | null; output_preview: string };
  metadata: JsonObject;
  events: OutputDelta[];
  /** True if the output was built from the events (S1-55). */
  streamed_output: boolean;
}

/** `dependency`: after a refusal of `from`, no later node runs (S1-52). */
export interface DagEdge {
  from: string;
  to: string;
  type: 'sequence' | 'dependency';
}

export interface Dag {
  run_id: string;
  nodes: DagNode[];
  edges: DagEdge[];
}
