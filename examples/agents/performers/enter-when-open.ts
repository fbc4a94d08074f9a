import { setTimeout as delay } from 'node:timers/promises';
import { AccessDeniedError, type AgentHome, type Topic } from '@agent-home/sdk';

const attempts = 12;
const firstPauseMs = 100;

/** Enters a topic that has just been announced: it can be read once its manifest is in the bucket. */
export async function enterWhenOpen(home: AgentHome, topicId: string, signal: AbortSignal): Promise<Topic> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await home.enterTopic(topicId);
    } catch (error) {
      const isNotThereYet = error instanceof AccessDeniedError && error.code === 'not_found';
      if (!isNotThereYet || attempt === attempts) throw error;
      await delay(firstPauseMs * 1.5 ** attempt, undefined, { signal });
    }
  }
}
