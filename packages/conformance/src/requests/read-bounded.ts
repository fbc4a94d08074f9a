/**
 * Reads a body up to a maximum size, because a home may send without end.
 * @throws KitError
 */
import { KitError } from '../errors/kit-error.ts';

export async function readBounded(response: Response, mostBytes: number): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw new KitError('bad_answer', `an answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
