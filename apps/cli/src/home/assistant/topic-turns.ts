import { allTools } from '@agent-home/mcp-server';
import { AssistantError } from '@agent-home/runtime-node/resident';

/** Calls that wait for the turn of one topic. */
const mostWaiting = 16;
const reading: ReadonlySet<string> = new Set(
  allTools.filter(({ readOnly }) => readOnly).map(({ name }) => folded(`home__${name}`)),
);

/**
 * Makes calls that write in one topic one after another, because an agent's messages in a topic have numbered keys: the next one can
 * be prepared once the one before is judged. Calls that read, and calls in other topics, are made at once.
 */
export class TopicTurns {
  readonly #topics = new Map<string, { last: Promise<unknown>; waiting: number }>();

  /** @throws AssistantError `too_many_calls`; the signal's reason; the error of `make` */
  async run<Result>(
    {
      name,
      arguments: { topic_id: topicId },
    }: { name: string; arguments: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
    make: () => Promise<Result>,
  ): Promise<Result> {
    if (typeof topicId !== 'string' || reading.has(folded(name))) return make();
    const topic = this.#topics.get(topicId) ?? { last: Promise.resolve(), waiting: 0 };
    if (topic.waiting >= mostWaiting)
      throw new AssistantError(
        'too_many_calls',
        `${mostWaiting} calls write in this topic: wait for a result of one`,
      );
    this.#topics.set(topicId, topic);
    topic.waiting++;
    const made = topic.last.then(() => {
      signal.throwIfAborted();
      return make();
    });
    topic.last = made.catch(() => undefined);
    try {
      return await made;
    } finally {
      topic.waiting--;
      if (topic.waiting === 0) this.#topics.delete(topicId);
    }
  }
}

/** Spellings of a name that a run may resolve to one tool. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
