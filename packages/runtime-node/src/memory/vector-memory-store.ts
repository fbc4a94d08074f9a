import type { MemoryScope, MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import type { Embedder } from './embeddings.ts';
import type { FileMemoryStore, MemoryLog } from './file-memory-store.ts';
import { rankEntries, searchedText } from './rank-entries.ts';
import { type KnownVector, VectorFile } from './vector-file.ts';

/** Texts that one recall embeds in addition to its query: entries stored while the endpoint was unavailable. */
const mostAtOnce = 32;

/** Memory store with search by meaning: texts in files as usual, vectors next to them. */
export class VectorMemoryStore implements MemoryStore {
  readonly #entries: FileMemoryStore;
  readonly #index: string;
  readonly #embedder: Embedder;
  readonly #log: MemoryLog;

  constructor(
    entries: FileMemoryStore,
    {
      index = 'default',
      embedder,
      log = () => undefined,
    }: { index?: string; embedder: Embedder; log?: MemoryLog },
  ) {
    this.#entries = entries;
    this.#index = index;
    this.#embedder = embedder;
    this.#log = log;
  }

  /**
   * Returns the nearest entries first, then entries without a vector, by their words. Fails without the
   * endpoint: words instead of meaning would silently be a different memory.
   */
  async recall(
    query: string,
    scope: MemoryScope & { limit: number; signal: AbortSignal },
  ): Promise<MemoryEntry[]> {
    const { signal, limit, agent } = scope;
    const entries = await this.#entries.inScope(scope, signal);
    if (entries.length === 0 || query.trim() === '') return [];
    const [asked] = await this.#embedder.embed([query], signal);
    if (!asked) return [];
    const known = await this.#withMissing(agent, entries, { dimensions: asked.length, signal });
    const near: { entry: MemoryEntry; score: number }[] = [];
    const without: MemoryEntry[] = [];
    for (const entry of entries) {
      const vector = fittingVector(known, entry, asked.length);
      if (vector) near.push({ entry, score: cosine(asked, vector) });
      else without.push(entry);
    }
    const found = near.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
    const rest = rankEntries(query, without, limit);
    return [...found.map(({ entry }) => entry), ...rest].slice(0, limit);
  }

  /** Stores the text even if its vector cannot be computed; a later recall computes it. */
  async memorize(entry: MemoryEntry, { signal }: { signal: AbortSignal }): Promise<void> {
    await this.#entries.memorize(entry, { signal });
    await this.#embed(entry.agent, [entry], signal);
  }

  list(agent: string): Promise<MemoryEntry[]> {
    return this.#entries.list(agent);
  }

  show(agent: string, id: string): Promise<MemoryEntry | undefined> {
    return this.#entries.show(agent, id);
  }

  forget(agent: string, id: string): Promise<boolean> {
    return this.#entries.forget(agent, id);
  }

  async #withMissing(
    agent: string,
    entries: readonly MemoryEntry[],
    { dimensions, signal }: { dimensions: number; signal: AbortSignal },
  ): Promise<Map<string, KnownVector>> {
    const known = await this.#file(agent).read();
    // Entries without words have no vector and must not displace others.
    const missing = entries.filter((entry) => hasWords(entry) && !fittingVector(known, entry, dimensions));
    const made = await this.#embed(agent, missing.slice(0, mostAtOnce), signal);
    return new Map([...known, ...made]);
  }

  async #embed(
    agent: string,
    entries: readonly MemoryEntry[],
    signal: AbortSignal,
  ): Promise<Map<string, KnownVector>> {
    const made = new Map<string, KnownVector>();
    const worded = entries.filter(hasWords);
    if (worded.length === 0) return made;
    try {
      const vectors = await this.#embedder.embed(worded.map(searchedText), signal);
      for (const [place, entry] of worded.entries()) {
        const vector = vectors[place];
        if (vector) made.set(entry.id, { textSha256: sha256Of(searchedText(entry)), vector });
      }
      await this.#file(agent).add(made);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : 'failed';
      this.#log('texts of a memory have no vectors yet; a later recall makes them', {
        texts: worded.length,
        code,
      });
    }
    return made;
  }

  #file(agent: string): VectorFile {
    return new VectorFile(this.#entries.getFolder(agent), {
      index: this.#index,
      model: this.#embedder.model,
    });
  }
}

function hasWords(entry: MemoryEntry): boolean {
  return searchedText(entry).trim() !== '';
}

/** Returns a stored vector unless the text has changed or the model now returns vectors of another length. */
function fittingVector(
  known: ReadonlyMap<string, KnownVector>,
  entry: MemoryEntry,
  dimensions: number,
): Float32Array | undefined {
  const found = known.get(entry.id);
  return found?.textSha256 === sha256Of(searchedText(entry)) && found.vector.length === dimensions
    ? found.vector
    : undefined;
}

function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0;
  let [oneSquared, otherSquared] = [0, 0];
  for (const [index, value] of one.entries()) {
    const paired = other[index] ?? 0;
    product += value * paired;
    oneSquared += value * value;
    otherSquared += paired * paired;
  }
  return product / Math.sqrt(oneSquared * otherSquared);
}

function sha256Of(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}
