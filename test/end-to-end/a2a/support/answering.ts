import type { AgentHome, Topic } from '@agent-home/sdk';

/** Waits for the next invitation of an agent, as a living one does, and enters what it is invited to. */
export async function answerNext(
  agent: AgentHome,
  answer: (topic: Topic) => Promise<unknown>,
): Promise<void> {
  const signal = AbortSignal.timeout(20_000);
  for await (const event of agent.feed({ signal })) {
    if (event.event_type !== 'topic.invited' || !event.topic_id) continue;
    await answer(await agent.enterTopic(event.topic_id));
    return;
  }
  throw new Error('nobody invited this agent');
}
