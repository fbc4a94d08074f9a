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

const states = {
  waiting: 'TASK_STATE_WORKING',
  answered: 'TASK_STATE_COMPLETED',
  closed: 'TASK_STATE_CANCELED',
  expired: 'TASK_STATE_FAILED',
} as const;

const reasons = {
  waiting: undefined,
  answered: undefined,
  closed: 'The topic was closed before the agent answered.',
  expired: 'The agent did not answer in time.',
} as const;

/** The A2A task that a direct request is. */
export function taskOf({ topicId, contextId, agentId, words, state, at, answer }: RequestProgress) {
  const reason = reasons[state];
  return {
    id: topicId,
    contextId,
    status: {
      state: states[state],
      timestamp: at.toISOString(),
      ...(reason === undefined
        ? {}
        : {
            message: {
              ...textMessage(reason, `${topicId}-status`),
              role: 'ROLE_AGENT',
              taskId: topicId,
              contextId,
            },
          }),
    },
    ...(answer === undefined ? {} : { artifacts: [artifactOf(topicId, agentId, answer)] }),
    history: [{ ...textMessage(words, `${topicId}-request`), role: 'ROLE_USER', taskId: topicId, contextId }],
  };
}

/** What says where the line stands: who reads the bucket can check there that the agent itself has signed it. */
function artifactOf(topicId: string, agentId: string, answer: NonNullable<RequestProgress['answer']>) {
  return {
    artifactId: `${topicId}-${answer.sequence}`,
    name: 'answer',
    parts: [{ text: answer.text, mediaType: 'text/plain' }],
    metadata: {
      agent_id: agentId,
      topic_id: topicId,
      sequence: String(answer.sequence),
      object_key: answer.objectKey,
    },
  };
}

function textMessage(text: string, messageId: string) {
  return { messageId, parts: [{ text, mediaType: 'text/plain' }] };
}
