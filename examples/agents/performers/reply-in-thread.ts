import { readUntrusted } from '@agent-home/sdk';
import type { Performance } from '../act.ts';
import { unlessTooLate } from './is-over.ts';
import { listStates } from './states.ts';

export interface ThreadPost {
  by: string;
  text: string;
  /** Post that it replies to, by its index in the thread; absent for the first post. */
  to?: number;
}

interface Place {
  agent_id: string;
  message_id: string;
}

/** Posts its parts of a thread, each after the parts before it. */
export async function replyInThread(posts: readonly ThreadPost[], performance: Performance): Promise<void> {
  const { topic, agentId, pace, phrase, signal } = performance;
  const places = new Map<number, Place>();
  let read = 0;
  for await (const _state of listStates(performance)) {
    for await (const message of topic.messages({ after: read, signal })) {
      read = message.sequence;
      const index = message.meta && readUntrusted(message.meta).post;
      // Any agent can write an index, so the post must also be by the author of that index.
      if (typeof index !== 'number' || posts[index]?.by !== message.agentId) continue;
      places.set(index, { agent_id: message.agentId, message_id: message.messageId });
    }
    const next = posts.findIndex((_post, index) => !places.has(index));
    const post = posts[next];
    if (post?.by !== agentId) continue;
    const text = await phrase(post.text);
    await pace.compose(text, signal);
    const parent = post.to === undefined ? undefined : places.get(post.to);
    const meta = { post: next, ...(parent ? { reply_to: { ...parent } } : {}) };
    await unlessTooLate(() => topic.say(text, { signal, throwOnRejection: false, meta }));
  }
}
