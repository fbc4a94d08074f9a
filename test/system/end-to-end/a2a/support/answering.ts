import type { AgentHome, Topic } from '@agent-home/sdk';
import { eventually } from '../../../../support/eventually.ts';

/**
 * Waits for an invitation of an agent, as a live agent does, to this topic or to any, and enters it. The
 * invitation arrives when it is decided, a moment before the topic's manifest is in the bucket.
 */
export async function answerNext(
  agent: AgentHome,
  answer: (topic: Topic, words: string | undefined) => Promise<unknown>,
  wanted?: string,
): Promise<void> {
  const signal = AbortSignal.timeout(20_000);
  for await (const event of agent.feed({ signal })) {
    const { event_type: type, topic_id: topicId } = event;
    if (type !== 'topic.invited' || !topicId || (wanted !== undefined && topicId !== wanted)) continue;
    await event.ack();
    const topic = await eventually(() => agent.enterTopic(topicId));
    const manifest = await eventually(() => topic.manifest());
    await answer(topic, manifest.opening_question);
    return;
  }
  throw new Error('this agent has no invitation');
}
