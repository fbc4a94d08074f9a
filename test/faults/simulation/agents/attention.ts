import type { Random } from '../plan/streams.ts';
import type { OpenTopic } from './playground.ts';

/** Share of an agent's checks that concern topics in which it takes part. */
const ownPart = 0.8;

/**
 * Chooses the next topic of an agent: immediately one in which its feed reports its turn; otherwise mostly one in which it takes
 * part, the least recently read first, so that no topic is neglected.
 */
export class Attention {
  readonly #agentId: string;
  readonly #called: string[] = [];
  readonly #looks = new Map<string, number>();
  #count = 0;

  constructor(agentId: string) {
    this.#agentId = agentId;
  }

  call(topicId: string): void {
    if (!this.#called.includes(topicId)) this.#called.push(topicId);
  }

  /** Draws the same numbers whether the agent was notified or not, so that later draws do not change. */
  next(topics: readonly OpenTopic[], random: Random): OpenTopic | undefined {
    const [where, which] = [random(), random()];
    const found = this.#callIn(topics) ?? (where < ownPart ? this.#ownIn(topics) : undefined);
    const topic = found ?? topics[Math.floor(which * topics.length)];
    this.#count += 1;
    if (topic) this.#looks.set(topic.name, this.#count);
    return topic;
  }

  #callIn(topics: readonly OpenTopic[]): OpenTopic | undefined {
    for (let called = this.#called.shift(); called !== undefined; called = this.#called.shift()) {
      const found = topics.find(({ topicId }) => topicId === called);
      if (found) return found;
    }
    return undefined;
  }

  #ownIn(topics: readonly OpenTopic[]): OpenTopic | undefined {
    const lookedAt = ({ name }: OpenTopic) => this.#looks.get(name) ?? 0;
    const own = topics.filter(({ cast }) => cast.includes(this.#agentId));
    return own.toSorted((one, other) => lookedAt(one) - lookedAt(other))[0];
  }
}
