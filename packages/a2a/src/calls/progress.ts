/** How far a direct request has come. */
export interface RequestProgress {
  topicId: string;
  contextId: string;
  agentId: string;
  words: string;
  state: 'waiting' | 'answered' | 'closed' | 'expired';
  /** When it came to this. */
  at: Date;
  /** The agent's first accepted line, and the ledger entry that holds it. */
  answer?: { text: string; sequence: number; objectKey: string };
}

/** Why there is no answer and will be none. */
export const reasons = {
  waiting: undefined,
  answered: undefined,
  closed: 'The topic was closed before the agent answered.',
  expired: 'The agent did not answer in time.',
} as const;

/** Where the line stands: who reads the bucket can check there that the agent itself has signed it. */
export function placeOfAnswer({ topicId, agentId, answer }: RequestProgress) {
  if (answer === undefined) return undefined;
  return {
    agent_id: agentId,
    topic_id: topicId,
    sequence: String(answer.sequence),
    object_key: answer.objectKey,
  };
}
