/** Started parts, closed in reverse order, each once. */
export class ClosingStack {
  readonly #closers: (() => unknown)[] = [];

  push(close: () => unknown): void {
    this.#closers.push(close);
  }

  /**
   * Closes all entries, even after a failure.
   * @throws the first failure
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
