import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A place in the order in which events became final. */
export interface FeedPlace {
  /** Decimal digits of a PostgreSQL transaction number. */
  transaction: string;
  eventId: number;
}

/** Kinds of named places: an event, or the end of a page of everything, of the agent's own events, or of history. */
const kindBytes = { event: 1, cursor: 2, about_me: 3, history: 4 } as const;
export type FeedNameKind = keyof typeof kindBytes;
const blockBytes = 16;

/**
 * Encodes feed positions as names for agents, different for each agent. The numbers themselves count all events of the home and
 * would disclose private containers. One block of AES is a keyed permutation, so a place has the same name each time. An invented
 * name is valid with a chance of one in 2^24; even then it could only acknowledge events of the agent that invented it.
 */
export class FeedNames {
  readonly #secret: Uint8Array;
  readonly #keys = new LRUCache<string, Uint8Array>({ max: 10_000 });

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** Returns a name of 22 base64url characters. */
  name(agentId: string, kind: FeedNameKind, place: FeedPlace): string {
    return this.names(agentId, kind, [place])[0] ?? '';
  }

  /** Encrypts many places at once, since setting up the key costs more than encrypting a block. */
  names(agentId: string, kind: FeedNameKind, places: readonly FeedPlace[]): string[] {
    const blocks = Buffer.alloc(blockBytes * places.length);
    for (const [index, { transaction, eventId }] of places.entries()) {
      const at = index * blockBytes;
      blocks.writeUIntBE(Number(transaction), at, 6);
      blocks.writeUIntBE(eventId, at + 6, 6);
      blocks.writeUInt8(kindBytes[kind], at + 15);
    }
    const named = createCipheriv('aes-128-ecb', this.#getKey(agentId), null)
      .setAutoPadding(false)
      .update(blocks);
    return places.map((_, index) =>
      named.toString('base64url', index * blockBytes, (index + 1) * blockBytes),
    );
  }

  /** Decodes the place of a name; `undefined` if this agent never received the name. */
  read(agentId: string, kind: FeedNameKind, name: string): FeedPlace | undefined {
    const bytes = Buffer.from(name, 'base64url');
    if (bytes.length !== blockBytes) return undefined;
    const block = createDecipheriv('aes-128-ecb', this.#getKey(agentId), null)
      .setAutoPadding(false)
      .update(bytes);
    if (block.readUIntBE(12, 3) !== 0 || block.readUInt8(15) !== kindBytes[kind]) return undefined;
    return { transaction: String(block.readUIntBE(0, 6)), eventId: block.readUIntBE(6, 6) };
  }

  #getKey(agentId: string): Uint8Array {
    const known = this.#keys.get(agentId);
    if (known) return known;
    const key = createHmac('sha256', this.#secret).update(agentId).digest().subarray(0, 16);
    this.#keys.set(agentId, key);
    return key;
  }
}
