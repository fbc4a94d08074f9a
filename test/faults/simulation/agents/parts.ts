import type { ModeInput } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';
import { topicId as topicOfKits } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import { agents as partNames } from '../../../../packages/modes/src/testing/alphabet/moves.ts';
import { kits } from '../../../../packages/modes/src/testing/kits/index.ts';

/** Part of a document that depends on the mode, for an agent that wants to put it. */
export interface Wish {
  what: 'message' | 'request';
  /** Fields of the document in addition to author, topic and place. */
  fields: JsonObject;
}

const placeFields = new Set([
  'kind',
  'schema_version',
  'topic_id',
  'message_id',
  'request_id',
  'agent_id',
  'created_at',
]);

/**
 * Returns the moves that the modes' own tests try in a state, valid and invalid, with the agents of a cast in
 * the parts of `ada`, `bo` and `cy`.
 */
export function wishesIn(
  mode: string,
  topicId: string,
  state: JsonObject,
  cast: readonly string[],
  agentId: string,
): Wish[] {
  const kit = kits.findLast((one) => one.mode === mode);
  const part = partNames[cast.indexOf(agentId)];
  if (!kit || part === undefined) return [];
  const inputs = kit.alphabet(
    renamed(
      state,
      names(topicId, cast).map(([one, other]) => [other, one]),
    ),
  );
  return inputs.flatMap((input: ModeInput) => {
    if ((input.type !== 'message' && input.type !== 'request') || input.agent_id !== part) return [];
    const document = (input.type === 'message' ? input.message : input.request) as unknown as JsonObject;
    const fields = Object.fromEntries(Object.entries(document).filter(([name]) => !placeFields.has(name)));
    return [{ what: input.type, fields: renamed(fields as JsonObject, names(topicId, cast)) }];
  });
}

function names(topicId: string, cast: readonly string[]): [string, string][] {
  const agents = cast.flatMap((agentId, index): [string, string][] => [
    [`"${partNames[index]}"`, `"${agentId}"`],
    [`/${partNames[index]}/`, `/${agentId}/`],
  ]);
  return [[`topics/${topicOfKits}/`, `topics/${topicId}/`], ...agents];
}

function renamed(value: JsonObject, pairs: [string, string][]): JsonObject {
  const text = pairs.reduce((so, [from, to]) => so.replaceAll(from, to), JSON.stringify(value));
  return JSON.parse(text) as JsonObject;
}
