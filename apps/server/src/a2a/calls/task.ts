import { getReason, placeOfAnswer, type RequestProgress } from './progress.ts';

const states = {
  waiting: 'TASK_STATE_WORKING',
  answered: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  closed: 'TASK_STATE_CANCELED',
  expired: 'TASK_STATE_FAILED',
} as const;

/** Requested part of a task's history; 0 requests no history. */
export interface TaskForm {
  historyLength?: number | undefined;
}

/** Returns a direct request as a task of A2A 1.0. */
export function toTask(request: RequestProgress, { historyLength }: TaskForm = {}) {
  const { topicId, contextId, words, state, at, answer } = request;
  const reason = getReason(request);
  const message = (role: string, text: string) => ({
    messageId: `${topicId}-${role === 'ROLE_USER' ? 'request' : 'status'}`,
    role,
    parts: [{ text, mediaType: 'text/plain' }],
    taskId: topicId,
    contextId,
  });
  return {
    id: topicId,
    contextId,
    status: {
      state: states[state],
      timestamp: at.toISOString(),
      ...(reason === undefined ? {} : { message: message('ROLE_AGENT', reason) }),
    },
    ...(answer === undefined
      ? {}
      : {
          artifacts: [
            {
              artifactId: `${topicId}-${answer.sequence}`,
              name: 'answer',
              parts: [{ text: answer.text, mediaType: 'text/plain' }],
              metadata: placeOfAnswer(request),
            },
          ],
        }),
    ...(historyLength === 0 ? {} : { history: [message('ROLE_USER', words)] }),
  };
}
