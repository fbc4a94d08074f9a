import { chunksOfResponse, soundResponse } from './responses-items.ts';
import { createResponsesReader } from './responses-reader.ts';
import type { SoundWire } from './sound-wire.ts';

/** OpenAI's responses. */
export const responsesWire: SoundWire = {
  // Text values cannot contain these characters, because their quotes are escaped in JSON.
  wantsStream: (_, body) => body.includes('"stream":true'),
  completion: soundResponse,
  toChunks: chunksOfResponse,
  createReader: createResponsesReader,
};
