import type { ServerEvent } from './event-parser.ts';
import { callPart, chunkOf, requireAllowed, soundCalls, soundFinish, soundPart } from './gemini-parts.ts';
import {
  type ChunkReader,
  cutStream,
  type Loose,
  objectIn,
  objectsIn,
  readChunk,
  soundUsage,
  textsIn,
} from './sound-wire.ts';

/** Creates a reader of Gemini's chunks. Calls count once a chunk has given the finish reason. */
export function createGeminiReader(): ChunkReader {
  return new GeminiReader();
}

class GeminiReader implements ChunkReader {
  readonly #calls: Loose[] = [];
  #head: Loose = {};
  #finish: string | undefined;
  #usage: Loose | null = null;

  read(event: ServerEvent): Loose[] {
    if (event.data.trim() === '[DONE]') return [];
    const chunk = readChunk(event);
    if (!chunk) return [];
    requireAllowed(chunk);
    this.#head = { ...this.#head, ...textsIn(chunk, ['responseId', 'modelVersion']) };
    this.#usage = soundUsage(chunk.usageMetadata) ?? this.#usage;
    const [candidate] = objectsIn(chunk.candidates);
    // Some servers close a stream with the whole response again.
    if (!candidate || this.#finish !== undefined) return [];
    this.#finish = soundFinish(candidate.finishReason) ?? this.#finish;
    const parts = objectsIn(objectIn(candidate.content)?.parts);
    this.#calls.push(...parts.filter(({ functionCall }) => functionCall !== undefined));
    const passed = parts.flatMap(soundPart);
    return passed.length === 0 ? [] : [chunkOf(passed, { head: this.#head })];
  }

  end(): Loose[] {
    if (this.#finish === undefined) throw cutStream();
    const calls = soundCalls(this.#calls).map(callPart);
    return [chunkOf(calls, { head: this.#head, finish: this.#finish, usage: this.#usage })];
  }
}
