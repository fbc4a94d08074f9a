import { z } from 'zod';

/** Number of accepted messages and the last one; a reader detects from them that it is behind. */
export const messageTallyShape = {
  message_count: z.int().min(0),
  last_message: z.strictObject({ agent_id: z.string(), message_id: z.string() }).nullable(),
};

interface MessageTally {
  message_count: number;
  last_message: { agent_id: string; message_id: string } | null;
}

export const noMessages: MessageTally = { message_count: 0, last_message: null };

export function countMessage<State extends MessageTally>(
  state: State,
  agentId: string,
  messageId: string,
): State {
  return {
    ...state,
    message_count: state.message_count + 1,
    last_message: { agent_id: agentId, message_id: messageId },
  };
}
