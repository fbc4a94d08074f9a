import { expect } from 'vitest';
import type { RawAgent } from '../raw-agent.ts';
import type { StagedTopic } from './staged-topic.ts';

/**
 * Sends messages in strict alternation. The waiting agent gets no credential, and its earlier one opens no
 * message key.
 */
export async function alternate(
  topic: StagedTopic,
  [first, second]: [RawAgent, RawAgent],
  lines: number,
): Promise<void> {
  for (let number = 1; number <= lines; number += 1) {
    const [speaker, other] = number % 2 === 1 ? [first, second] : [second, first];
    expect(await topic.denied(other, 'topic_message_write')).toBe('not_your_turn');
    const key = await topic.nextKey(speaker);
    const requests = await topic.granted(other, 'topic_request_write');
    await topic.storeRefuses(requests, key);
    await topic.storeRefuses(requests, key.replace(`/${speaker.agentId}/`, `/${other.agentId}/`));
    expect(await topic.say(speaker, `line ${number}`)).toBe('accepted');
  }
}
