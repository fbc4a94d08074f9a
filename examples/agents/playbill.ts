/** Open topic, with its number among those of its kind. */
export interface Show {
  kind: string;
  number: number;
  topicId: string;
}

/** Current shows of a home, for residents who play in them. */
export class Playbill {
  readonly #shows = new Map<string, Show>();
  readonly #waiting = new Set<() => void>();

  announce(show: Show): void {
    this.#shows.set(show.kind, show);
    for (const look of this.#waiting) look();
  }

  /** Returns the newest show of a kind once there is one after `number`. Rejects when the signal aborts. */
  next(kind: string, number: number, signal: AbortSignal): Promise<Show> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(look);
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        end();
        reject(signal.reason);
      };
      const look = () => {
        const show = this.#shows.get(kind);
        if (!show || show.number <= number) return;
        end();
        resolve(show);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', abort);
      this.#waiting.add(look);
      look();
    });
  }
}
