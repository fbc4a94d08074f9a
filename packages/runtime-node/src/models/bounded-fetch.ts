/** Bytes of one answer: about a million tokens. A model that says more has lost its mind, or is none. */
export const largestAnswer = 4 * 1024 * 1024;

export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/**
 * Fetch whose answers end at the bound with an error, so that nobody's stream fills the memory, and end with their signal:
 * Node 20 forgets the signal of a request that it has collected, and a stream that hangs would hang for good.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  const body = bounded(response.body, init?.signal ?? undefined);
  return new Response(body, { status, statusText, headers });
};

/** Read from as it is wanted: a pipe through a transformation would be three streams instead of one. */
function bounded(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let stop = () => {};
  const leave = (reason: unknown) => {
    signal?.removeEventListener('abort', stop);
    return reader.cancel(reason).catch(() => undefined);
  };
  const source = {
    start(controller: ReadableStreamDefaultController<Uint8Array>) {
      stop = () => {
        controller.error(signal?.reason);
        void leave(signal?.reason);
      };
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    },
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = await reader.read();
      if (signal?.aborted) return;
      if (done) {
        signal?.removeEventListener('abort', stop);
        return controller.close();
      }
      bytes += value.byteLength;
      if (bytes <= largestAnswer) return controller.enqueue(value);
      const error = new AnswerTooLargeError(`more than ${largestAnswer} bytes`);
      controller.error(error);
      await leave(error);
    },
    cancel: leave,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
