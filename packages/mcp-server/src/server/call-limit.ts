/** Limit of concurrent calls, so that a client that floods the server waits for its own responses. */
export const maxCalls = 16;

/** Counts running calls of one agent, over all of its connections. */
export class CallLimit {
  #underWay = 0;

  /** Returns the result of `refuse` at once if too many calls are running. */
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
