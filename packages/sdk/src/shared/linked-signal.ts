/**
 * Signal that follows several signals and a timeout. Unlike `AbortSignal.any` it removes its listeners when the work is done. The
 * parents live as long as the client and would otherwise collect a listener for every request.
 */
export class LinkedSignal {
  readonly #controller = new AbortController();
  readonly #parents: AbortSignal[];
  readonly #follow: () => void;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(parents: (AbortSignal | undefined)[], timeout?: { milliseconds: number; reason: unknown }) {
    this.#parents = parents.filter((parent) => parent !== undefined);
    this.#follow = () => this.#controller.abort(this.#parents.find((parent) => parent.aborted)?.reason);
    for (const parent of this.#parents) parent.addEventListener('abort', this.#follow, { once: true });
    if (this.#parents.some((parent) => parent.aborted)) this.#follow();
    this.#timer =
      timeout && setTimeout(() => this.#controller.abort(timeout.reason), timeout.milliseconds).unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  release(): void {
    clearTimeout(this.#timer);
    for (const parent of this.#parents) parent.removeEventListener('abort', this.#follow);
  }
}
