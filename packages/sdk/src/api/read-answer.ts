import { ConnectionError } from '../errors/api-error.ts';

const maxAnswerBytes = 4 * 1024 * 1024;

/** Reads the body of a response up to a limit, so that a faulty home cannot fill the memory. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body) {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes)
        throw new ConnectionError(
          'bad_answer',
          'the response exceeds the size limit; check the URL of the home',
        );
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

/** Reads a response as JSON. */
export async function readAnswer(response: Response): Promise<unknown> {
  const bytes = await readBody(response, maxAnswerBytes);
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new ConnectionError(
      'bad_answer',
      `the response ${response.status} is not JSON; check the URL of the home`,
      { cause: error },
    );
  }
}
