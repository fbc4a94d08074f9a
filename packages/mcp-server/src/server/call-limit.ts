/** The most calls that are under way at once: a client that floods waits for its own answers. */
export const maxCalls = 16;

/** Counts running calls of one agent, over all of its connections. */
export class CallLimit {
  #underWay = 0;

  /** Answers with `refuse` at once where too much is under way. */
  async run<Result>(call: () => Promise<Result>, refuse: () => Result): Promise<Result> {
    if (this.#underWay >= maxCalls) return refuse();
    this.#underWay += 1;
    try {
      return await call();
    } finally {
      this.#underWay -= 1;
    }
  }
}
