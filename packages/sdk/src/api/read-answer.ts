import { ConnectionError } from '../errors/api-error.ts';

const maxAnswerBytes = 4 * 1024 * 1024;

/** The body of an answer as JSON, bounded: a home gone wrong must not fill our memory. */
export async function readAnswer(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body) {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxAnswerBytes) throw new ConnectionError('bad_answer', 'the answer is too large');
      chunks.push(chunk);
    }
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new ConnectionError('bad_answer', `answer ${response.status} is not JSON`, { cause: error });
  }
}
