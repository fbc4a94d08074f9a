import type { JsonObject } from '@agent-home/protocol';
import type { Journal } from '../journal/journal.ts';
import type { PlannedTopic } from '../plan/make-plan.ts';
import { getRules } from '../plan/rules.ts';
import { clientError } from './client-error.ts';

/** Largest slowness of a machine that is assumed. */
export const mostPace = 4;
const slowerBy = 1.5;

export interface OpenTopic extends PlannedTopic {
  topicId: string;
  rules: JsonObject;
}

/** Topics that are being played. When one has ended, another of its mode replaces it. */
export class Playground {
  readonly #home: { url: string; adminToken: string };
  readonly #places: (OpenTopic | undefined)[];
  readonly #opening = new Set<number>();
  readonly #journal: Journal;
  /** Time factor of each place: if every agent was too late, the next topic has longer windows. */
  readonly #paces: number[];
  /** The requested topic of each place that is not open yet. A repeated request has the same rules. */
  readonly #asked = new Map<number, OpenTopic>();

  constructor(
    home: { url: string; adminToken: string },
    planned: readonly PlannedTopic[],
    journal: Journal,
    pace: number,
  ) {
    this.#journal = journal;
    this.#home = home;
    this.#places = planned.map(() => undefined);
    this.#paces = planned.map(() => pace);
  }

  async openAll(planned: readonly PlannedTopic[]): Promise<void> {
    await Promise.all(planned.map((topic, place) => this.#open(place, this.#planned(place, topic, 1))));
  }

  topics(): OpenTopic[] {
    return this.#places.filter((topic) => topic !== undefined);
  }

  /** Records the end of a topic; called by an agent that has seen it. */
  async ended(topic: OpenTopic): Promise<void> {
    const place = this.#places.indexOf(topic);
    if (place < 0 || this.#opening.has(place)) return;
    this.#opening.add(place);
    try {
      await this.#open(place, this.#asked.get(place) ?? this.#following(place, topic));
    } catch (error) {
      if (clientError(error)) throw error;
      // The home is away: somebody sees the end again.
    } finally {
      this.#opening.delete(place);
    }
  }

  /** A machine may be fast when agents enter, and later so busy that every message misses its turn. */
  #isSpokenIn({ topicId }: OpenTopic): boolean {
    return this.#journal.entries.some(
      (entry) =>
        entry.topicId === topicId && entry.outcome === 'accepted' && entry.objectKey?.includes('/messages/'),
    );
  }

  #following(place: number, topic: OpenTopic): OpenTopic {
    if (!this.#isSpokenIn(topic))
      this.#paces[place] = Math.min(mostPace, (this.#paces[place] ?? 1) * slowerBy);
    return this.#planned(place, topic, Number(topic.topicId.slice(topic.name.length + 1)) + 1);
  }

  #planned(place: number, { name, mode, cast }: PlannedTopic, number: number): OpenTopic {
    const rules = getRules(mode, new Date(), this.#paces[place]);
    return { name, mode, cast, topicId: `${name}-${number}`, rules };
  }

  async #open(place: number, topic: OpenTopic): Promise<void> {
    this.#asked.set(place, topic);
    const { topicId, mode, rules } = topic;
    const body = {
      topic_id: topicId,
      title: `${topicId} of place ${place}`,
      visibility: 'public',
      mode,
      rules,
    };
    const { status, code } = await this.admin('POST', '/v1/admin/topics', body, `open ${topicId}`);
    // This code alone opens topics with such ids, so an earlier attempt, whose response was lost with the database, has opened it.
    if (code === 'idempotency_key_reused') throw new TypeError(`${topicId} was requested with two bodies`);
    if (status !== 201 && code !== 'topic_id_taken') throw new Error(`${topicId} was not opened: ${status}`);
    this.#asked.delete(place);
    this.#journal.openings.push({ topicId, mode });
    this.#places[place] = topic;
  }

  async admin(
    method: string,
    path: string,
    body: object,
    idempotencyKey: string,
  ): Promise<{ status: number; code: unknown }> {
    const response = await fetch(this.#home.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#home.adminToken}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey.replaceAll(' ', '-'),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const { code } = (await response.json()) as { code?: unknown };
    return { status: response.status, code };
  }
}
