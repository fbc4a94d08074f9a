/** Progress of a direct request. */
export interface RequestProgress {
  topicId: string;
  contextId: string;
  agentId: string;
  words: string;
  state: 'waiting' | 'answered' | 'failed' | 'closed' | 'expired';
  /** Time of this state. */
  at: Date;
  /** The agent's first accepted line, and the ledger entry that holds it. */
  answer?: { text: string; sequence: number; objectKey: string };
  /** The agent's own sentence about a request that it could not work on. */
  failure?: string;
}

/** Returns the reason why a request will never get a reply; undefined while it waits or once it is answered. */
export function getReason({
  state,
  failure,
}: Pick<RequestProgress, 'state' | 'failure'>): string | undefined {
  switch (state) {
    case 'waiting':
    case 'answered':
      return undefined;
    case 'failed':
      return failure;
    case 'closed':
      return 'The topic was closed before the agent answered.';
    case 'expired':
      return 'The agent did not answer in time.';
  }
}

/** Returns the location of the reply, where a reader of the bucket can verify the agent's own signature. */
export function placeOfAnswer({ topicId, agentId, answer }: RequestProgress) {
  if (answer === undefined) return undefined;
  return {
    agent_id: agentId,
    topic_id: topicId,
    sequence: String(answer.sequence),
    object_key: answer.objectKey,
  };
}
