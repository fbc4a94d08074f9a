import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import type { ModeKit } from '../alphabet/kit.ts';
import { message } from '../alphabet/moves.ts';

/** Returns the kit of the version that checks `meta`: the inputs of the previous one, and a message that contradicts the state. */
export function withCheckedMetaKit(kit: ModeKit): ModeKit {
  const version = kit.version + 1;
  return {
    ...kit,
    version,
    alphabet(state) {
      const inputs = kit.alphabet(state);
      return [...contradicting(kit.mode, version, state, inputs), ...inputs];
    },
    verdicts: [...kit.verdicts, 'contradicting_meta'],
  };
}

/** Returns the first message that fits the state, with another value in each field that the state determines. */
function contradicting(
  name: string,
  version: number,
  state: JsonObject,
  inputs: readonly ModeInput[],
): ModeInput[] {
  const mode = findMode(name, version);
  for (const input of inputs) {
    if (input.type !== 'message') continue;
    const { agent_id: agentId, message_id: messageId } = input;
    const fields = Object.keys(mode?.messageMeta(state, { agent_id: agentId, message_id: messageId }) ?? {});
    if (fields.length === 0) continue;
    const meta = Object.fromEntries(fields.map((field) => [field, 'elsewhere']));
    const { content } = input.message;
    return [message(agentId, messageId, { content, meta } as JsonObject)];
  }
  return [];
}
