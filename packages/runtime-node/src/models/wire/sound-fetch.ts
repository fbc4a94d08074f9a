import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { soundCompletion } from './sound-completion.ts';
import { soundStream } from './sound-stream.ts';

/**
 * A `fetch` whose responses the SDK understands, although providers leave out, repeat or send in place of the form that was requested
 * (spec agent-runtime "Deviating providers"). Nothing is invented: what cannot be understood is an error with the provider's words.
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
  // No text inside the JSON has these characters: its quotes are escaped there.
  return typeof body === 'string' && body.includes('"stream":true');
}

function streamed(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function getBody(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

/** A whole response where a stream was requested, as the one chunk that it comes to. */
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
