import { getReason, placeOfAnswer, type RequestProgress } from './progress.ts';
import type { TaskForm } from './task.ts';

const states = {
  waiting: 'working',
  answered: 'completed',
  failed: 'failed',
  closed: 'canceled',
  expired: 'failed',
} as const;

/** Returns the same task in the format of A2A 0.3. */
export function task03Of(request: RequestProgress, { historyLength }: TaskForm = {}) {
  const { topicId, contextId, words, state, at, answer } = request;
  const reason = getReason(request);
  const message = (role: 'user' | 'agent', text: string) => ({
    kind: 'message',
    messageId: `${topicId}-${role === 'user' ? 'request' : 'status'}`,
    role,
    parts: [{ kind: 'text', text }],
    taskId: topicId,
    contextId,
  });
  return {
    kind: 'task',
    id: topicId,
    contextId,
    status: {
      state: states[state],
      timestamp: at.toISOString(),
      ...(reason === undefined ? {} : { message: message('agent', reason) }),
    },
    ...(answer === undefined
      ? {}
      : {
          artifacts: [
            {
              artifactId: `${topicId}-${answer.sequence}`,
              name: 'answer',
              parts: [{ kind: 'text', text: answer.text }],
              metadata: placeOfAnswer(request),
            },
          ],
        }),
    ...(historyLength === 0 ? {} : { history: [message('user', words)] }),
  };
}
