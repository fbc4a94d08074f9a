import type { ObjectKind } from '@agent-home/protocol';
import type { RetentionSettings } from '../../foundation/settings/config.ts';

/** Retention of one kind of object, and the component that deletes it. */
export type Retention =
  | { keptBecause: string }
  /** A rule of the bucket deletes it. Only where no other kind has its prefix, since a rule knows no wildcards. */
  | { by: 'bucket'; prefix: string; period: keyof RetentionSettings }
  /** The worker deletes it, by rows. What became of the input decides which of the periods counts. */
  | { by: 'worker'; periods: (keyof RetentionSettings)[] };

const input = { by: 'worker', periods: ['unjudgedInputDays', 'refusedInputDays', 'entryDays'] } as const;
const joining = { by: 'worker', periods: ['unjudgedInputDays', 'joinObjectDays'] } as const;
const record = { keptBecause: 'a certified record that others name' };
const current = { keptBecause: 'one object for each of its subject, written over' };

/**
 * The retention of every kind of object (openspec: retention). Accepted messages and requests stay as long as the single
 * entries of their ledger.
 */
export const retentionTable: Record<ObjectKind, Retention> = {
  agent_card: current,
  heartbeat: { by: 'bucket', prefix: 'agents/heartbeats/', period: 'heartbeatDays' },
  presence: current,
  prompt_bundle: current,
  policy_bundle: current,
  run_approval: record,
  circle_manifest: current,
  circle_member: record,
  circle_join_request: { by: 'worker', periods: [...joining.periods] },
  circle_join_approval: { by: 'worker', periods: [...joining.periods] },
  topic_manifest: current,
  topic_state: current,
  topic_summary: current,
  topic_ledger_entry: { by: 'worker', periods: ['entryDays'] },
  topic_ledger_pack: { keptBecause: 'the chain is what everybody replays, and a pack is many entries of it' },
  topic_message: { by: 'worker', periods: [...input.periods] },
  topic_request: { by: 'worker', periods: [...input.periods] },
  topic_request_result: { by: 'worker', periods: ['resultDays', 'entryDays'] },
  task_manifest: current,
  task_agent_index: { keptBecause: 'the work is its author’s, bounded by quota' },
  platform_keys: current,
  platform_timestamp: current,
  platform_policy: current,
};

/** The single prefix below which agents may write freely, and so leave unfinished uploads behind. */
export const uploadPrefix = 'tasks/';
