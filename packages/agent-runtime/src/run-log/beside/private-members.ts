import { sha256HexOfText } from '@agent-home/protocol';
import type { RecordType } from '../catalogue/catalogue.ts';
import type { PrivateField } from '../catalogue/private-fields.ts';

/** Private content of a run, with the key that makes its commitments unguessable. */
export interface Privacy {
  readonly fields: readonly PrivateField[];
  /** 32 random bytes in hexadecimal. */
  readonly key: string;
}

type Members = Partial<Record<PrivateField | 'any', readonly string[]>>;

/**
 * Members with each kind of content, `outer.inner` for a member of a member, and hashes by which that content could be guessed. `any`
 * is hidden with every kind.
 */
const members: Partial<Record<RecordType, Members>> = {
  'run.started': {
    any: ['private_key'],
    prompts: ['definition', 'definition_sha256', 'system_prompt'],
    messages: ['context', 'session_memory', 'graph.start'],
  },
  'run.leg_started': {
    prompts: ['pinned.definition', 'pinned.definition_sha256', 'pinned.system_prompt'],
    messages: ['pinned.context', 'pinned.session_memory'],
  },
  'run.ended': { messages: ['answer'] },
  'kairo.user.message': { messages: ['text', 'media', 'extra'] },
  'kairo.intent.started': { messages: ['query', 'context'] },
  'kairo.intent.ended': { messages: ['result', 'summary'] },
  'kairo.agent.thought': { messages: ['content'] },
  'context.built': { any: ['prompt', 'prompt_sha256'] },
  'context.compacted': { messages: ['summary'] },
  'model.delta': { messages: ['content'] },
  'model.step': { messages: ['detail'] },
  'model.answered': { messages: ['content', 'thought', 'continuation'], arguments: ['tool_calls'] },
  'memory.found': { messages: ['entries'] },
  'memory.recalled': { messages: ['entries'] },
  'memory.stored': { messages: ['entry_id', 'text'] },
  'memory.memorized': { messages: ['entries'] },
  'memory.remembered': { messages: ['value'], arguments: ['value'] },
  'handoff.requested': { messages: ['reason', 'payload'], arguments: ['reason', 'payload'] },
  'graph.node_ended': { messages: ['output'] },
  'graph.branches_ended': { messages: ['results'] },
  'call.requested': { arguments: ['arguments', 'arguments_summary', 'arguments_raw', 'schema_errors'] },
  'call.names_repaired': { arguments: ['repairs_sample', 'failures_sample'] },
  'call.arguments_repaired': { arguments: ['failures_sample'] },
  'policy.decided': { arguments: ['arguments_sha256', 'condition_errors'] },
  'approval.requested': { arguments: ['arguments', 'arguments_sha256'] },
  'approval.decided': { messages: ['reason'], arguments: ['arguments_sha256', 'values'] },
  'call.questioned': { arguments: ['arguments', 'arguments_sha256'] },
  'call.answered': { arguments: ['arguments_sha256'] },
  'call.prepared': { arguments: ['prepared'] },
  'kairo.tool.invoke': { arguments: ['args'] },
  'call.finished': { results: ['outcome'] },
  'kairo.tool.result': { results: ['result'] },
};

/** Returns the members of a record that only their commitments may leave the machine for. */
export function privateMembers(
  { type }: { type: string },
  fields: readonly PrivateField[],
): readonly string[] {
  if (fields.length === 0) return [];
  const of = members[type as RecordType] ?? {};
  return [...new Set([...(of.any ?? []), ...fields.flatMap((field) => of[field] ?? [])])];
}

/** Returns the privacy that the first record of a run states; undefined if nothing is private. */
export function privacyOf({
  private_fields,
  private_key,
}: {
  private_fields?: PrivateField[];
  private_key?: string;
}): Privacy | undefined {
  return private_fields === undefined || private_key === undefined
    ? undefined
    : { fields: private_fields, key: private_key };
}

/** Salt of one private member: a replay computes the same one from the key. */
export function saltOfMember({ key }: Privacy, seq: number, name: string): string {
  return sha256HexOfText(`${key} ${seq} ${name}`);
}
