import { setTimeout as delay } from 'node:timers/promises';
import { AccessDeniedError, type AgentHome, type Topic } from '@agent-home/sdk';

const announcedWithin = 40;

/** Enters a topic that may have been announced just now: it can be read once its manifest is in the bucket. */
export async function enterWhenOpen(home: AgentHome, topicId: string, signal: AbortSignal): Promise<Topic> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await home.enterTopic(topicId);
    } catch (error) {
      const isNotThereYet = error instanceof AccessDeniedError && error.code === 'not_found';
      if (!isNotThereYet || attempt === announcedWithin) throw error;
      await delay(500, undefined, { signal });
    }
  }
}
