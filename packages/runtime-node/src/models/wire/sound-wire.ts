import { z } from 'zod';
import type { ServerEvent } from './event-parser.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError, providerError } from './provider-error.ts';

export const looseSchema = z.looseObject({});
export type Loose = z.output<typeof looseSchema>;

/** Reads one stream of a provider and returns the chunks that the SDK reads in its place. */
export interface ChunkReader {
  /** @throws ProviderError, NonsenseAnswerError */
  read(event: ServerEvent): Loose[];
  /**
   * Returns the chunks that are left at the end of the stream.
   * @throws NonsenseAnswerError if no sign shows that the response is complete
   */
  end(): Loose[];
}

/** Protocol of a provider whose responses are checked and completed before the SDK reads them. */
export interface SoundWire {
  /** Returns true if a request wants a stream. */
  wantsStream(url: string, body: string): boolean;
  /**
   * Completes the body of a whole response to the form that the SDK reads.
   * @throws ProviderError with the provider's text; NonsenseAnswerError if the body is not a response
   */
  completion(body: unknown): Loose;
  /** Returns the chunks of a completed whole response, if a stream was requested. */
  toChunks(completion: Loose): Loose[];
  createReader(): ChunkReader;
}

/**
 * Returns the value of an event; undefined for an event without one.
 * @throws ProviderError if it is an error, NonsenseAnswerError if it is no JSON object
 */
export function readChunk({ type, data }: ServerEvent): Loose | undefined {
  if (data.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new NonsenseAnswerError(`the provider sent a chunk that is not JSON: ${data.slice(0, 200)}`);
  }
  const error = providerError(value);
  if (error) throw error;
  if (type === 'error') throw new ProviderError(data, '');
  const chunk = looseSchema.safeParse(value).data;
  if (!chunk)
    throw new NonsenseAnswerError(`the provider sent a chunk that is not an object: ${data.slice(0, 200)}`);
  return chunk;
}

/** Returns a member that is an object. */
export function objectIn(value: unknown): Loose | undefined {
  return looseSchema.safeParse(value).data;
}

/** Returns the objects of a member that is a list. */
export function objectsIn(value: unknown): Loose[] {
  return (Array.isArray(value) ? value : []).flatMap((each): Loose[] => {
    const found = looseSchema.safeParse(each).data;
    return found ? [found] : [];
  });
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns members with a text. */
export function textsIn(value: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(
    names.flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : [])),
  );
}

/** Returns the token counts that are numbers; null if no number was reported. */
export function soundUsage(usage: unknown): Loose | null {
  const found = looseSchema.safeParse(usage).data;
  if (!found) return null;
  const counts = (value: Loose): Loose =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
        const nested = looseSchema.safeParse(each).data;
        if (nested) return [[name, counts(nested)]];
        return typeof each === 'number' ? [[name, each]] : [];
      }),
    );
  return counts(found);
}

/** Arguments as an object, for protocols that do not send them as text; text that is not JSON stays. */
export function toInput(written: string): unknown {
  if (written.trim() === '') return {};
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** Error of a stream that ended before its response was complete. */
export function cutStream(): NonsenseAnswerError {
  return new NonsenseAnswerError('the stream ended before the response was complete');
}
