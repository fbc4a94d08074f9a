/** Maximum waiting requests. Further ones expire at their deadline, so that a flood costs no memory. */
const mostWaiting = 50;

/** Topics of requests to a resident, in the order of arrival. */
export class RequestQueue {
  readonly #waiting = new Set<string>();
  #wake = () => {};

  /** Only the home creates ids of this form (spec a2a "Direct requests"). */
  static isRequest(topicId: string): boolean {
    return topicId.startsWith('a2a-');
  }

  /** Adds a topic once. Other topics than requests are ignored. */
  add(topicId: string): void {
    if (!RequestQueue.isRequest(topicId) || this.#waiting.size >= mostWaiting) return;
    this.#waiting.add(topicId);
    this.#wake();
  }

  /** Returns the oldest topic and removes it. Rejects when the signal aborts. */
  async next(signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      const [oldest] = this.#waiting;
      if (oldest !== undefined) {
        this.#waiting.delete(oldest);
        return oldest;
      }
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal.removeEventListener('abort', this.#wake);
          resolve();
        };
        signal.addEventListener('abort', this.#wake);
      });
    }
  }
}
