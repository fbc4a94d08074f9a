import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { soundCompletion } from './sound-completion.ts';
import { soundStream } from './sound-stream.ts';

/**
 * Wraps `fetch` so that the SDK understands responses of providers that omit, repeat or replace parts of the requested form (spec
 * agent-runtime "Deviating providers"). It invents no content: an unintelligible response is an error with the provider's text.
 */
export function soundFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const isStream = wantsStream(init?.body);
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream') && isStream && response.body)
      return streamed(response.body.pipeThrough(soundStream()));
    const text = await response.text();
    if (/^\s*(data|event|id|:)/.test(text) && isStream)
      return streamed(getBody(text).pipeThrough(soundStream()));
    const completion = soundCompletion(jsonIn(text, type));
    return isStream ? streamed(streamOfCompletion(completion)) : Response.json(completion);
  };
}

function wantsStream(body: unknown): boolean {
  // Text values cannot contain these characters, because their quotes are escaped in JSON.
  return typeof body === 'string' && body.includes('"stream":true');
}

function streamed(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function getBody(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

/** Converts a whole response to a stream of one chunk, if a stream was requested. */
function streamOfCompletion({ choices, usage, ...completion }: ReturnType<typeof soundCompletion>) {
  const [choice] = choices as [{ message: Record<string, unknown>; finish_reason: string }];
  const { message, finish_reason } = choice;
  const chunks = [
    { ...completion, choices: [{ index: 0, delta: message, finish_reason }] },
    ...(usage ? [{ choices: [], usage }] : []),
  ];
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
