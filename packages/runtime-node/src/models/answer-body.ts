import type { Readable } from 'node:stream';

/** Maximum bytes of one response, about a million tokens; no sensible response is larger. */
export const largestAnswer = 4 * 1024 * 1024;

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';

  constructor() {
    super(`more than ${largestAnswer} bytes`);
  }
}

/**
 * Reads a whole body.
 * @throws AnswerTooLargeError; the connection's error; the signal's reason
 */
export async function readWhole(
  body: Readable,
  signal: AbortSignal | undefined,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  await new Promise<void>((resolve, reject) => {
    new BodyReader(body, signal, { piece: (bytes) => pieces.push(bytes), end: resolve, fail: reject });
  });
  return Buffer.concat(pieces);
}

/** Streams a body with backpressure. */
export function getStream(body: Readable, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  let reader: BodyReader | undefined;
  return new ReadableStream({
    start(controller) {
      reader = new BodyReader(body, signal, {
        piece(bytes) {
          controller.enqueue(bytes);
          if ((controller.desiredSize ?? 0) <= 0) body.pause();
        },
        end: () => controller.close(),
        fail: (error) => controller.error(error),
      });
    },
    pull: () => void body.resume(),
    cancel: () => reader?.leave(),
  });
}

interface Sink {
  piece(bytes: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** Limits the memory of a stream, and aborts a hanging one with its signal. */
class BodyReader {
  readonly #body: Readable;
  readonly #signal: AbortSignal | undefined;
  readonly #sink: Sink;
  #bytes = 0;
  #isOver = false;

  constructor(body: Readable, signal: AbortSignal | undefined, sink: Sink) {
    this.#body = body;
    this.#signal = signal;
    this.#sink = sink;
    body.on('data', (piece: Uint8Array) => this.#take(piece));
    body.on('end', () => this.#over() && sink.end());
    body.on('error', (error) => this.#fail(error));
    // Destroyed by its reader, or by the server before its end.
    body.on('close', () => this.#isOver || this.#fail(new Error('the answer was broken off')));
    if (signal?.aborted) this.handleEvent();
    else signal?.addEventListener('abort', this, { once: true });
  }

  /** Handles the signal's `abort` event. */
  handleEvent(): void {
    this.#fail(this.#signal?.reason);
  }

  /** Stops reading; the remaining bytes are discarded. */
  leave(): void {
    this.#over();
    this.#body.destroy();
  }

  #take(piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#bytes += piece.byteLength;
    if (this.#bytes > largestAnswer) this.#fail(new AnswerTooLargeError());
    else this.#sink.piece(piece);
  }

  #fail(error: unknown): void {
    if (!this.#over()) return;
    this.#sink.fail(error);
    this.#body.destroy();
  }

  /** @returns true at the first call */
  #over(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#signal?.removeEventListener('abort', this);
    return true;
  }
}
