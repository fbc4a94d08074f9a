import { createHash, randomBytes } from 'node:crypto';

/** Private texts that no response to an outsider may contain, by kind. */
export class Secrets {
  /**
   * Common prefix of all markers, so that one search finds any of them. Random in every run, so that it cannot
   * be guessed.
   */
  readonly mark = `wq${randomBytes(7).toString('hex')}`;
  readonly #fields: string[] = [];
  readonly #texts = new Map<string, string>();
  readonly #hashes = new Map<string, string>();

  /** Returns a marker to write into a private field or an id. */
  plant(field: string): string {
    this.#fields.push(field);
    return `${this.mark}x${this.#fields.length - 1}x`;
  }

  /** Adds a value that is secret itself: a token, a key. */
  keep(name: string, text: string): void {
    if (text.length >= 16) this.#texts.set(text, name);
  }

  /** Keeps bytes whose hash alone reveals too much. Returns the hash. */
  keepBytes(name: string, bytes: Uint8Array | string): string {
    const hash = createHash('sha256').update(bytes).digest();
    this.#hashes.set(hash.toString('hex'), name).set(hash.toString('base64url'), name);
    return hash.toString('hex');
  }

  getField(marker: string): string {
    const number = new RegExp(`${this.mark}x(\\d+)x`, 'i').exec(marker)?.[1];
    return this.#fields[Number(number ?? -1)] ?? 'a private field';
  }

  texts(): [text: string, name: string][] {
    return [...this.#texts];
  }

  hashName(hash: string): string | undefined {
    return this.#hashes.get(hash) ?? this.#hashes.get(hash.toLowerCase());
  }

  get planted(): number {
    return this.#fields.length;
  }
}
