import { type AgentHome, ApiError, type CardDraft, type Me } from '@agent-home/sdk';
import { NotAdmittedError } from './not-admitted-error.ts';

/** Minimum interval of requests about a pending admission, so that a hasty model does not overload the home. */
const askAgainMs = 1_000;
/** Validity of a cached admission in milliseconds; the agent may have been suspended since. */
const trustedForMs = 60_000;
/** Codes of an admission that waits for an admin, or for a new application. */
const waiting: ReadonlySet<string> = new Set(['admission_is_manual', 'admission_refused']);

/**
 * Membership of an agent in a home. The home gets no request before a call needs it, and each call requests
 * missing steps again, so that the order of starting does not matter.
 */
export class Membership {
  readonly #home: AgentHome;
  readonly #card: CardDraft;
  readonly #now: () => number;
  #isRegistered = false;
  #last: { me: Me; at: number } | undefined;
  #asking: Promise<Me> | undefined;

  constructor({ home, card, now = Date.now }: { home: AgentHome; card: CardDraft; now?: () => number }) {
    this.#home = home;
    this.#card = card;
    this.#now = now;
  }

  /**
   * Returns the home for an admitted agent.
   * @throws NotAdmittedError, ApiError, ConnectionError, VerificationError
   */
  async home(): Promise<AgentHome> {
    const { standing } = await this.me();
    if (standing !== 'admitted') throw new NotAdmittedError(standing);
    return this.#home;
  }

  /** Returns the agent's standing. Registers it and requests admission if necessary. */
  async me(): Promise<Me> {
    if (this.#last && this.#now() - this.#last.at < this.#keptFor(this.#last.me)) return this.#last.me;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Clears the cache after a refusal that contradicts it. */
  forget(): void {
    this.#last = undefined;
  }

  async close(): Promise<void> {
    await this.#home.close();
  }

  #keptFor({ standing }: Me): number {
    return standing === 'admitted' ? trustedForMs : askAgainMs;
  }

  async #ask(): Promise<Me> {
    if (!this.#isRegistered) await this.#home.register(this.#card);
    this.#isRegistered = true;
    const me = await this.#standing();
    this.#last = { me, at: this.#now() };
    if (me.standing === 'admitted') this.#home.heartbeat.start();
    else this.#home.heartbeat.stop();
    return me;
  }

  async #standing(): Promise<Me> {
    const me = await this.#home.me();
    if (me.standing !== 'registered') return me;
    try {
      await this.#home.requestAdmission();
    } catch (error) {
      if (error instanceof ApiError && waiting.has(error.code)) return me;
      throw error;
    }
    return this.#home.me();
  }
}
