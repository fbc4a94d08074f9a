import type { WireName } from '../wire/wire.ts';

/** Request to the emulator, without its key. */
export interface JournalEntry {
  /** Number from 1; forgotten entries are counted. */
  number: number;
  protocol: WireName;
  /** SHA-256 of the body. */
  sha256: string;
  bytes: number;
  /** Parsed members; absent for an unreadable body. */
  model?: string;
  system?: string;
  messages?: unknown;
  tools?: string[];
  stream?: boolean;
  /** Texts to embed. */
  input?: string[];
  /** Rule that supplied the response. */
  rule?: string;
  /** Kind of the injected fault. */
  fault?: string;
  /** The code of the refusal. */
  error?: string;
}

const DEFAULT_ENTRIES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Requests to the emulator, for tests of requests that must never be made. Limited: the oldest are dropped first. */
export class Journal {
  readonly #most: number;
  #entries: JournalEntry[] = [];
  #bytes = 0;
  #number = 0;

  /** @param most entries that are kept */
  constructor(most = DEFAULT_ENTRIES) {
    this.#most = most;
  }

  add(entry: Omit<JournalEntry, 'number'>): void {
    this.#entries.push({ number: ++this.#number, ...entry });
    this.#bytes += entry.bytes;
    while (this.#entries.length > 1 && (this.#entries.length > this.#most || this.#bytes > MAX_BYTES))
      this.#bytes -= this.#entries.shift()?.bytes ?? 0;
  }

  entries(): readonly JournalEntry[] {
    return [...this.#entries];
  }

  /** Number of entries that were dropped since the last clearing. */
  get forgotten(): number {
    return this.#number - this.#entries.length;
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
    this.#number = 0;
  }
}
