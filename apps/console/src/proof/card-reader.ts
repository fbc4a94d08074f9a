import { objectKey, VerificationError } from '@agent-home/protocol';
import type { CardKeys } from './author-check.ts';
import type { PageReader } from './page-reader.ts';

/** Reads the keys of agents from their certified cards. Each card is read once, and again if it may be older than the message. */
export class CardReader {
  readonly #reader: PageReader;
  readonly #readObject: (objectKey: string) => Promise<string | undefined>;
  readonly #cards = new Map<string, Promise<CardKeys>>();

  constructor(reader: PageReader, readObject: (objectKey: string) => Promise<string | undefined>) {
    this.#reader = reader;
    this.#readObject = readObject;
  }

  /** Drops every card, for example one certified by a key that is now revoked. */
  clear(): void {
    this.#cards.clear();
  }

  async collectKeys(agentId: string, wanted: string): Promise<CardKeys> {
    const isNew = !this.#cards.has(agentId);
    const known = await this.#read(agentId);
    if (isNew || ('keys' in known && known.keys.has(wanted))) return known;
    this.#cards.delete(agentId);
    return this.#read(agentId);
  }

  #read(agentId: string): Promise<CardKeys> {
    const reading = this.#cards.get(agentId) ?? this.#load(agentId);
    this.#cards.set(agentId, reading);
    return reading;
  }

  async #load(agentId: string): Promise<CardKeys> {
    try {
      const key = objectKey('agent_card', { agent_id: agentId });
      const text = await this.#readObject(key);
      if (text === undefined) return { code: 'no_card' };
      const { object } = await this.#reader.verify('agent_card', key, text);
      return { keys: new Set([object.agent_public_key, ...(object.previous_public_keys ?? [])]) };
    } catch (error) {
      return { code: error instanceof VerificationError ? 'bad_card' : 'no_card' };
    }
  }
}
