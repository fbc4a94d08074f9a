import { chunkOf, soundResponse } from './gemini-parts.ts';
import { createGeminiReader } from './gemini-reader.ts';
import { type Loose, objectIn, objectsIn, type SoundWire, soundUsage, textIn } from './sound-wire.ts';

/** Gemini's content generation. */
export const geminiWire: SoundWire = {
  wantsStream: (url) => url.includes(':streamGenerateContent'),
  completion: ofListOrWhole,
  toChunks: (response) => [response],
  createReader: createGeminiReader,
};

function ofListOrWhole(body: unknown): Loose {
  // Without `alt=sse` a stream is sent as one list of its chunks.
  if (Array.isArray(body) && body.length > 0) {
    const reader = createGeminiReader();
    const chunks = body.flatMap((each) => reader.read({ type: '', data: JSON.stringify(each) }));
    return joined([...chunks, ...reader.end()]);
  }
  return soundResponse(body);
}

function joined(chunks: readonly Loose[]): Loose {
  const candidates = chunks.flatMap((chunk) => objectsIn(chunk.candidates).slice(0, 1));
  const parts = candidates.flatMap(({ content }) => objectsIn(objectIn(content)?.parts));
  const last = chunks.at(-1) ?? {};
  const finish = textIn(candidates.at(-1)?.finishReason);
  return chunkOf(parts, { head: {}, finish, usage: soundUsage(last.usageMetadata) });
}
