import type { MirroredRecords } from '@agent-home/http-contract';
import type { RunRow } from '@agent-home/platform';
import { LRUCache } from 'lru-cache';

/** Part of a log, as a response and as its JSON text. */
interface EncodedPart {
  answer: MirroredRecords;
  text: string;
}

/** Limit of all texts, in UTF-16 units. */
const mostText = 8 * 2 ** 20;
/** Milliseconds after which a part leaves the memory, such as one whose texts were erased meanwhile. */
const keptMs = 60_000;

/**
 * Keeps parts of logs that were read lately, because several users read the pages of one run, and read them again after each
 * navigation. Who may read a run is decided before, for each request.
 */
export class RecentParts {
  readonly #parts = new LRUCache<string, EncodedPart>({
    maxSize: mostText,
    sizeCalculation: ({ text }) => text.length,
    ttl: keptMs,
    ttlAutopurge: true,
  });

  async part(
    { agentId, runId, head, erasedAt }: RunRow,
    { from, limit }: { from: number; limit: number },
    read: () => Promise<MirroredRecords>,
  ): Promise<EncodedPart> {
    // The last record commits to all others. An erasure changes no record's hash.
    const key = JSON.stringify([agentId, runId, from, limit, head, erasedAt]);
    const known = this.#parts.get(key);
    if (known) return known;
    const answer = await read();
    const part = { answer, text: JSON.stringify(answer) };
    this.#parts.set(key, part);
    return part;
  }
}
