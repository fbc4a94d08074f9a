import type { ObjectStore } from '@agent-home/object-store';
import type { ApiClient } from '../../../packages/sdk/src/api/api-client.ts';
import { CardCache } from '../../../packages/sdk/src/cards/card-cache.ts';
import type { CardView } from '../../../packages/sdk/src/cards/card-view.ts';
import { CredentialManager } from '../../../packages/sdk/src/credentials/credential-manager.ts';
import { jittered, type Surroundings } from '../../../packages/sdk/src/shared/clock.ts';
import { VersionFloor } from '../../../packages/sdk/src/trust/version-floor.ts';
import { CredentialModel } from './credential-model.ts';
import type { DayPlan } from './day-plan.ts';
import { FollowingModel } from './following-model.ts';
import type { RequestCounts } from './request-counts.ts';

const minuteMs = 60_000;
/** Duration for which the SDK trusts a timestamp, and the interval at which the home signs one. */
const trustMs = 40 * minuteMs;
const timestampMs = 15 * minuteMs;

/**
 * Simulates one agent's day on a separate clock. The SDK's own credentials and cards decide when to send a request; network
 * requests are counted instead of sent.
 */
export class AgentInModel {
  readonly #plan: DayPlan;
  readonly #random: () => number;
  readonly #counts: RequestCounts;
  readonly #surroundings: Surroundings;
  readonly #credentials: CredentialManager;
  readonly #cards: CardCache;
  readonly #following: FollowingModel;
  #now = 0;
  #timestampedAt = Number.NEGATIVE_INFINITY;

  constructor(plan: DayPlan, random: () => number, counts: RequestCounts) {
    this.#plan = plan;
    this.#random = random;
    this.#counts = counts;
    this.#surroundings = {
      now: () => this.#now,
      randomBytes: (length) => Uint8Array.from({ length }, () => Math.floor(random() * 256)),
    };
    const desk = new CredentialModel(counts, () => this.#now);
    this.#credentials = new CredentialManager({
      api: {
        request: ({ body }: { body: Parameters<CredentialModel['answer']>[0] }) => desk.answer(body),
      } as unknown as ApiClient,
      floor: new VersionFloor(),
      open: () => ({}) as ObjectStore,
      surroundings: this.#surroundings,
      log: () => {},
    });
    this.#cards = new CardCache(
      {},
      () => this.#card(),
      () => this.#now,
      () => {},
    );
    this.#following = new FollowingModel(this.#surroundings, counts);
  }

  async live(): Promise<void> {
    const { hours, sessions } = this.#plan;
    const end = hours * 60 * minuteMs;
    const starts = Array.from({ length: sessions }, () => this.#sessionStart()).sort((a, b) => a - b);
    // Agents start at random times; in a short day, all at once.
    let beat = hours < 4 ? 0 : this.#random() * 60 * minuteMs;
    for (const start of [...starts, end]) {
      beat = await this.#beatUntil(beat, Math.min(start, end));
      if (start < end) beat = await this.#session(start, beat);
    }
  }

  #sessionStart(): number {
    const { wakingHours, sessionMinutes, hours } = this.#plan;
    const waking = Math.min(wakingHours, hours) * 60 - sessionMinutes;
    return this.#random() * Math.max(0, waking) * minuteMs;
  }

  async #beatUntil(next: number, until: number): Promise<number> {
    let at = next;
    while (at < until) {
      this.#now = Math.max(this.#now, at);
      await this.#credentials.reading({ type: 'heartbeat_write' });
      this.#counts.put += 1;
      at += jittered(this.#surroundings, this.#plan.heartbeatSeconds * 1000, 0.1);
    }
    return at;
  }

  /** Simulates a session: connects, reads missed events, follows, says its messages, and leaves. */
  async #session(start: number, nextBeat: number): Promise<number> {
    const { sessionMinutes, topics, backlog, authors, lines, judgedAfterMs } = this.#plan;
    this.#now = Math.max(this.#now, start);
    const begin = this.#now;
    const end = begin + sessionMinutes * minuteMs;
    const topicId = `t${Math.floor(this.#random() * topics)}`;
    await this.#reading(topicId);
    this.#counts.get += 2 + backlog;
    for (let author = 0; author < authors; author++) await this.#cards.card(`${topicId} ${author}`);
    const said = Array.from(
      { length: lines },
      (_, line) => this.#now + ((line + 0.5) / lines) * (end - this.#now),
    );
    const others = this.#arrivals(this.#now, end);
    const entries = [...others, ...said.map((at) => at + judgedAfterMs)].sort((a, b) => a - b);
    let beat = nextBeat;
    let reading = this.#now;
    for (const at of [...said, end]) {
      // The SDK checks credentials at every read. Once a minute is equivalent here, because they are valid for an hour.
      for (; reading < at; reading += minuteMs) {
        beat = await this.#beatUntil(beat, reading);
        this.#now = Math.max(this.#now, reading);
        await this.#reading(topicId);
      }
      beat = await this.#beatUntil(beat, at);
      this.#now = Math.max(this.#now, at);
      if (at === end) break;
      await this.#credentials.writing({ type: 'topic_message_write', topic_id: topicId });
      this.#counts.put += 1;
    }
    this.#following.follow({ start: begin, end, entries, wakes: said });
    return beat;
  }

  async #reading(topicId: string): Promise<void> {
    await this.#credentials.reading({ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId });
    if (this.#now - this.#timestampedAt < trustMs) return;
    this.#timestampedAt = Math.floor(this.#now / timestampMs) * timestampMs;
    this.#counts.get += 2;
  }

  async #card(): Promise<CardView> {
    this.#counts.get += 1;
    return {} as CardView;
  }

  #arrivals(start: number, end: number): number[] {
    const arrivals: number[] = [];
    const meanMs = minuteMs / this.#plan.entriesPerMinute;
    for (let at = start; ; ) {
      at += meanMs * (this.#plan.takesTurns ? 1 : -Math.log(1 - this.#random()));
      if (at >= end) return arrivals;
      arrivals.push(at);
    }
  }
}
