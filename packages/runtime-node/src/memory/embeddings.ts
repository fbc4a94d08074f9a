import { z } from 'zod';
import { withEither } from '../cancelling/either-signal.ts';
import { AnswerTooLargeError } from '../models/answer-body.ts';
import { boundedFetch } from '../models/bounded-fetch.ts';
import type { FindModel } from '../models/request/model-settings.ts';
import type { RunModel } from '../setup/run-model.ts';
import { MemoryError } from './memory-error.ts';

/**
 * Turns texts into vectors of one length, with finite numbers.
 * @throws MemoryError
 */
export interface Embedder {
  /** Model that creates the vectors; vectors of different models are never compared. */
  readonly model: string;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** Shorter than the run's timeout for memory, so that the embedding endpoint is reported as slow. */
const embeddingTimeoutMs = 2_500;
const mostDimensions = 8_192;

const answerSchema = z.object({
  data: z.array(
    z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(mostDimensions) }),
  ),
});

/** Creates an embedder for a server with OpenAI's embeddings API. Requests have size and time limits and follow no redirects. */
export function createEmbedder(
  { provider, name, settingsKey }: Pick<RunModel, 'provider' | 'name' | 'settingsKey'>,
  find: FindModel,
): Embedder {
  return {
    model: settingsKey === undefined ? `${provider}/${name}` : `${settingsKey}:${provider}/${name}`,
    async embed(texts, ending) {
      const { url, key } = await find(provider, name, settingsKey);
      const limit = { ms: embeddingTimeoutMs, reason: () => away('the endpoint did not respond in time') };
      return withEither([ending], (signal) => ask({ url, key, name }, texts, signal), limit);
    },
  };
}

async function ask(
  { url, key, name }: { url: string; key: string | undefined; name: string },
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const response = await boundedFetch(`${url.replace(/\/$/, '')}/embeddings`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model: name, input: texts, encoding_format: 'float' }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw error instanceof AnswerTooLargeError
      ? nonsense(error.message)
      : away('the endpoint cannot be reached or closes the connection');
  });
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined);
    const isPassing = response.status >= 500 || response.status === 408 || response.status === 429;
    if (isPassing) throw away(`status ${response.status}`);
    throw new MemoryError(
      'embeddings_refused',
      `the embeddings endpoint refused the request with status ${response.status}: check its url and key`,
    );
  }
  const text = await response.text().catch(() => {
    throw signal.aborted ? signal.reason : nonsense('an incomplete response');
  });
  return vectorsIn(text, texts.length);
}

function vectorsIn(text: string, expected: number): Float32Array[] {
  const { data } = answerSchema.safeParse(jsonIn(text));
  if (!data || data.data.length !== expected) throw nonsense('a wrong number of vectors');
  const vectors: Float32Array[] = [];
  for (const { index, embedding } of data.data) {
    const vector = Float32Array.from(embedding);
    if (!isUsableVector(vector)) throw nonsense('invalid numbers');
    vectors[index] = vector;
  }
  const [first] = vectors;
  const isWhole = vectors.length === expected && Object.keys(vectors).length === expected;
  if (!isWhole || vectors.some(({ length }) => length !== first?.length))
    throw nonsense('vectors of different lengths');
  return vectors;
}

/** True if every number is finite and one is not zero. */
export function isUsableVector(vector: Float32Array): boolean {
  return vector.every((value) => Number.isFinite(value)) && vector.some((value) => value !== 0);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const away = (why: string) =>
  new MemoryError('embeddings_unavailable', `embeddings are not available: ${why}`);
const nonsense = (what: string) =>
  new MemoryError('embeddings_nonsense', `the embeddings endpoint returned ${what}`);
