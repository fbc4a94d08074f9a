import type { IncomingMessage } from 'node:http';
import { AnswerTooLargeError, getStream, readWhole } from './answer-body.ts';
import { decodedBody, sendText } from './send-text.ts';

/**
 * `fetch` for providers, on Node's own HTTP client: every round of a run waits for it, and Node's `fetch` takes
 * three times as long per response. A redirect is an error, so that no key is sent elsewhere, as is a response
 * above the limit; the signal ends a request that hangs.
 */
export const boundedFetch: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', body } = init;
  if (input instanceof Request || (typeof body !== 'string' && body !== undefined))
    throw new TypeError('the body has to be a string and the address a URL');
  const signal = init.signal ?? undefined;
  try {
    signal?.throwIfAborted();
    const headers = Object.fromEntries(new Headers(init.headers));
    const answer = await sendText(new URL(input), { method, headers, body }, signal);
    return await toResponse(answer, signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    // Thrown as `fetch` does, because providers check for that error.
    throw error instanceof AnswerTooLargeError ? error : new TypeError('fetch failed', { cause: error });
  }
};

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Statuses without a body. */
const empty: ReadonlySet<number> = new Set([204, 205, 304]);

async function toResponse(answer: IncomingMessage, signal: AbortSignal | undefined): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = answer;
  const told = { status, statusText, headers: tellable(headers) };
  try {
    if (redirects.has(status))
      throw new Error('the provider responded with a redirect, which is not followed');
    if (empty.has(status)) {
      answer.resume();
      return new Response(null, told);
    }
    const body = decodedBody(answer, headers['content-encoding']);
    // Avoids a stream for a response in one piece, because it would be most of the cost of reading.
    const isWhole = headers['content-type']?.startsWith('application/json') === true;
    return new Response(isWhole ? await readWhole(body, signal) : getStream(body, signal), told);
  } catch (error) {
    // The server sent an invalid response, so the connection is closed.
    answer.destroy();
    throw error;
  }
}

/** Returns the headers without cookies, which are not stored. */
function tellable(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  );
}
