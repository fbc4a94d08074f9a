import { createChatReader } from './chat-reader.ts';
import { soundCompletion } from './sound-completion.ts';
import { objectIn, objectsIn, type SoundWire } from './sound-wire.ts';

/** OpenAI's chat completions. */
export const chatWire: SoundWire = {
  // Text values cannot contain these characters, because their quotes are escaped in JSON.
  wantsStream: (_, body) => body.includes('"stream":true'),
  completion: soundCompletion,
  toChunks({ choices, usage, ...completion }) {
    const [choice] = objectsIn(choices);
    return [
      {
        ...completion,
        choices: [{ index: 0, delta: objectIn(choice?.message), finish_reason: choice?.finish_reason }],
      },
      ...(usage ? [{ choices: [], usage }] : []),
    ];
  },
  createReader: createChatReader,
};
