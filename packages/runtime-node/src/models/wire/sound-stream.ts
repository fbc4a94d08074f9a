import { EventParser } from './event-parser.ts';
import type { ChunkReader, Loose } from './sound-wire.ts';

/**
 * Converts a stream of a provider to the form that the SDK reads. Text is passed through at once. Calls follow whole at the end of a
 * complete stream, so that no call is made from a part of its arguments.
 */
export function soundStream(reader: ChunkReader): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const parser = new EventParser();
  const write = (chunks: Loose[], controller: TransformStreamDefaultController<Uint8Array>) => {
    for (const chunk of chunks) controller.enqueue(encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`));
  };
  return new TransformStream({
    transform(bytes, controller) {
      for (const event of parser.push(decoder.decode(bytes, { stream: true })))
        write(reader.read(event), controller);
    },
    flush(controller) {
      for (const event of [...parser.push(decoder.decode()), ...parser.end()])
        write(reader.read(event), controller);
      write(reader.end(), controller);
      controller.enqueue(encoder.encode('data: [DONE]\n\n'));
    },
  });
}
