import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { soundStream } from './sound-stream.ts';
import type { Loose, SoundWire } from './sound-wire.ts';

/**
 * Wraps `fetch` so that the SDK understands responses of providers that omit, repeat or replace parts of the requested form (spec
 * agent-runtime "Deviating providers"). It invents no content: an unintelligible response is an error with the provider's text.
 */
export function soundFetch(fetch: typeof globalThis.fetch, wire: SoundWire): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const isStream = wire.wantsStream(String(input), typeof init?.body === 'string' ? init.body : '');
    const type = response.headers.get('content-type') ?? '';
    const checked = (body: ReadableStream<Uint8Array>) =>
      streamed(body.pipeThrough(soundStream(wire.createReader())));
    if (type.includes('text/event-stream') && isStream && response.body) return checked(response.body);
    const text = await response.text();
    if (/^\s*(data|event|id|:)/.test(text) && isStream) return checked(getBody(text));
    const completion = wire.completion(jsonIn(text, type));
    return isStream ? streamed(streamOfChunks(wire.toChunks(completion))) : Response.json(completion);
  };
}

function streamed(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function getBody(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

function streamOfChunks(chunks: readonly Loose[]): ReadableStream<Uint8Array> {
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return getBody(`${events.join('')}data: [DONE]\n\n`);
}

function jsonIn(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const words = text.trim().slice(0, 200);
    throw new NonsenseAnswerError(`the provider sent ${type || 'no content type'} and no response: ${words}`);
  }
}
