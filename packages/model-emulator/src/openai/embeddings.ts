import { z } from 'zod';
import { tokensOf } from '../answering/estimate.ts';
import { embed } from '../embeddings/embed.ts';
import { readWith } from '../wire/read-with.ts';

const text = z.string().min(1);

const requestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([text, z.array(text).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(4096).nullish(),
});

const DIMENSIONS = 256;

type EmbeddingsRequest = z.output<typeof requestSchema>;

/** @throws WireError */
export function readEmbeddings(body: unknown): EmbeddingsRequest {
  return readWith(requestSchema, body);
}

export function collectEmbeddings({ model, input, encoding_format, dimensions }: EmbeddingsRequest) {
  const texts = [input].flat();
  const data = texts.map((each, index) => {
    const vector = embed(each, dimensions ?? DIMENSIONS);
    const embedding = encoding_format === 'base64' ? base64Of(vector) : vector;
    return { object: 'embedding', index, embedding };
  });
  const tokens = texts.reduce((sum, each) => sum + tokensOf(each), 0);
  return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

/** Encodes each number in four bytes, little-endian. */
function base64Of(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
