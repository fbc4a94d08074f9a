import type { JsonObject } from '@agent-home/protocol';
import type { CallRequested, PinnedRepair, RecordData } from '../run-log/index.ts';
import { type Play, type Played, playRun } from './play-run.ts';

export const repair: PinnedRepair = {
  names: true,
  arguments: true,
  unfit: true,
  provider: 'emulator',
  model: 'mender',
  context_window: 8_192,
  max_candidates: 8,
  max_schema_bytes: 8_000,
  max_tools: 200,
  max_attempts: 1,
};
const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const tools: NonNullable<Play['tools']> = [
  { name: 'read_file', wire_name: 'read_file', parameters: text, aliases: ['cat'] },
  { name: 'write_file', wire_name: 'write_file', parameters: text, side_effects: true },
  { name: 'bash', wire_name: 'bash', parameters: text, side_effects: true },
];
const everything = { auto_approve: ['safe', 'low', 'medium', 'high', 'critical'], unlocked: ['*'] };

/** Returns a response of a repairing model. */
export const says = (repairs: JsonObject[]) => ({ content: JSON.stringify({ repairs }) });

/** An answer with one call. */
export const wants = (name: string, args: JsonObject | string = { text: 'a' }) => ({
  calls: [{ name, arguments: args }],
});

/** Plays a run with call repair, whose agent may not use `bash`. */
export const playRepair = (changes: Partial<Play> & Pick<Play, 'answers'>) =>
  playRun({
    tools,
    ...changes,
    started: { repair, lists: { deny: ['bash'] }, operator: everything, ...changes.started },
  });

/** Creates a policy of these rules. */
export const createPolicy = (...rules: JsonObject[]) => ({
  name: 'house',
  version: '1.0.0',
  sha256: 'd'.repeat(64),
  spec: { rules },
});

type Repaired = 'call.names_repaired' | 'call.arguments_repaired' | 'call.requested';
export function getData<Type extends Repaired>({ records }: Played, type: Type) {
  return records
    .filter((record) => record.type === type)
    .map(({ data }) => data as unknown as RecordData<Type>);
}

/** Returns the latest tool result that the agent's model read. */
export const getRead = ({ state }: Played) =>
  state.transcript.findLast(({ role }) => role === 'tool')?.content ?? '';

export const getCall = (played: Played) => getData(played, 'call.requested')[0] as CallRequested;
