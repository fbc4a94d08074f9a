import { onlineAgents, type Platform } from '@agent-home/platform';

const presenceMs = 300;

/** Presence is published all the time, and reported only when it has changed. */
export class PresenceChanges {
  readonly #platform: Pick<Platform, 'database' | 'now'>;
  readonly #changed: () => void;
  #timer: NodeJS.Timeout | undefined;
  #onlineBefore: string | undefined;

  constructor(platform: Pick<Platform, 'database' | 'now'>, changed: () => void) {
    this.#platform = platform;
    this.#changed = changed;
  }

  /** Reads presence a moment later, once for all shards that are published together. */
  published(): void {
    this.#timer ??= setTimeout(() => void this.#look(), presenceMs).unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const { database, now } = this.#platform;
    const online = await onlineAgents(database, now()).catch(() => undefined);
    if (!online) return;
    const names = [...online.keys()].toSorted().join(' ');
    if (names !== this.#onlineBefore) this.#changed();
    this.#onlineBefore = names;
  }
}
