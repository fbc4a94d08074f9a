/** Shares one attempt between all simultaneous callers for the same thing. */
export class SingleFlight<Result> {
  readonly #pending = new Map<string, Promise<Result>>();

  run(key: string, attempt: () => Promise<Result>): Promise<Result> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const started = attempt().finally(() => this.#pending.delete(key));
    this.#pending.set(key, started);
    return started;
  }

  isPending(key: string): boolean {
    return this.#pending.has(key);
  }
}
