import type { ModelRequest } from '@agent-home/agent-runtime';
import type { ModelApi } from '@agent-home/agent-runtime/definition';
import { createModelPort } from '../ask-model.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import { answerOf, modelOf } from './emulated-apis.ts';

export interface RecordedStream {
  api: ModelApi;
  bytes: Uint8Array<ArrayBuffer>;
  answer: Awaited<ReturnType<typeof answerOf>>;
}

/** Records the bytes of a stream of the emulator, and the response that they come to. */
export async function recordStream(
  api: ModelApi,
  url: string,
  request: Partial<ModelRequest>,
): Promise<RecordedStream> {
  const bodies: Promise<ArrayBuffer>[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await boundedFetch(input, init);
    bodies.push(response.clone().arrayBuffer());
    return response;
  };
  const answer = await answerOf(modelOf(api, url), request, { fetch });
  const [body] = await Promise.all(bodies);
  if (body === undefined) throw new Error('nothing was recorded');
  return { api, bytes: new Uint8Array(body), answer };
}

export interface Piece {
  bytes: Uint8Array<ArrayBuffer>;
  delayMs?: number;
}

/** Plays pieces of a stream to one model port, which is created once for each protocol. */
export class StreamPlayer {
  readonly #port: ReturnType<typeof createModelPort>;
  #pieces: readonly Piece[] = [];
  #error: Error | undefined;

  constructor(api: ModelApi) {
    const model = { ...modelOf(api, 'http://m'), fallbacks: [] };
    const fetch = async () =>
      new Response(this.#body(), { headers: { 'content-type': 'text/event-stream' } });
    this.#port = createModelPort(() => model, { fetch, pause: async () => undefined });
  }

  /** Plays one response. @param error ends the stream in place of a clean end */
  play(pieces: readonly Piece[], request: Partial<ModelRequest>, error?: Error) {
    this.#pieces = pieces;
    this.#error = error;
    const whole: ModelRequest = {
      provider: 'emulator',
      model: 'm',
      params: {},
      system: '',
      tools: [],
      messages: [],
      maxOutputTokens: 4_000,
      ...request,
    };
    return this.#port.ask(whole, { signal: new AbortController().signal, onText: () => undefined });
  }

  #body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const left = [...this.#pieces];
    const error = this.#error;
    return new ReadableStream({
      async pull(controller) {
        const next = left.shift();
        if (next?.delayMs) await new Promise((resolve) => setTimeout(resolve, next.delayMs));
        if (next) controller.enqueue(next.bytes);
        else if (error) controller.error(error);
        else controller.close();
      },
    });
  }
}
