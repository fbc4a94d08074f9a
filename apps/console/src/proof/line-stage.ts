import type { AnyMode, LineStage, ModeContext } from '@agent-home/modes';
import type { JsonObject, TopicLedgerEntry, TopicMessage } from '@agent-home/protocol';

/**
 * Returns the stage of a message: the members common to all modes, and those of its mode. The states around it
 * have been replayed.
 */
export function getStage(
  mode: AnyMode,
  entry: TopicLedgerEntry,
  message: TopicMessage | undefined,
  before: JsonObject | undefined,
  after: JsonObject,
): LineStage {
  const { input, context } = entry.header;
  const turn = before && input.type === 'message' ? mode.turn(before)?.turn_id : undefined;
  const hasEnded = before !== undefined && mode.isOpen(before) && !mode.isOpen(after);
  const { closed_reason: reason } = after;
  return {
    ...(turn === undefined ? {} : { turn }),
    ...(hasEnded ? { ended: typeof reason === 'string' ? reason : 'closed_by_admin' } : {}),
    ...mode.readLine({
      input: input.type,
      agentId: input.agent_id,
      message,
      // The replay has parsed the context; otherwise there would be no state after the entry.
      context: context as ModeContext,
      before: before ?? after,
      after,
    }),
  };
}
