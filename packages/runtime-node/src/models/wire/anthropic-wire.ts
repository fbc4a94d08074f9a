import { chunksOfMessage, soundResponse } from './anthropic-message.ts';
import { createAnthropicReader } from './anthropic-reader.ts';
import type { SoundWire } from './sound-wire.ts';

/** Anthropic's messages. */
export const anthropicWire: SoundWire = {
  // Text values cannot contain these characters, because their quotes are escaped in JSON.
  wantsStream: (_, body) => body.includes('"stream":true'),
  completion: soundResponse,
  toChunks: chunksOfMessage,
  createReader: createAnthropicReader,
};
