import type { TrustAnswer } from '@agent-home/http-contract';
import {
  type CertifiedKind,
  VerificationError,
  type Verified,
  verifyCertifiedLater,
} from '@agent-home/protocol';
import { establishTrust, type Trust } from './trust.ts';

const encoder = new TextEncoder();

/** Verifies certified objects under the home's keys, which it asks for anew where an object names one not known yet. */
export class PageReader {
  readonly #readTrust: () => Promise<TrustAnswer>;
  readonly #now: () => Date;
  readonly #onTrust: (trust: Trust) => void;
  #memory: unknown;
  #trust: Promise<Trust> | undefined;

  constructor(parts: {
    readTrust: () => Promise<TrustAnswer>;
    memory: unknown;
    now: () => Date;
    onTrust: (trust: Trust) => void;
  }) {
    this.#readTrust = parts.readTrust;
    this.#memory = parts.memory;
    this.#now = parts.now;
    this.#onTrust = parts.onTrust;
  }

  /** @throws VerificationError where the home's keys may not be believed; Problem where it does not answer */
  trust(): Promise<Trust> {
    this.#trust ??= this.#establish().catch((error: unknown) => {
      this.#trust = undefined;
      throw error;
    });
    return this.#trust;
  }

  /** @throws VerificationError */
  async verify<Kind extends CertifiedKind>(
    kind: Kind,
    objectKey: string,
    text: string,
  ): Promise<Verified<Kind>> {
    const { keys } = await this.trust();
    const request = { bytes: encoder.encode(text), objectKey, kind, now: this.#now(), seen: undefined };
    try {
      return await verifyCertifiedLater({ ...request, trust: keys });
    } catch (error) {
      if (!(error instanceof VerificationError) || error.code !== 'unknown_key') throw error;
      const { keys: newer } = await this.#renew(keys.version);
      if (newer.version === keys.version) throw error;
      return verifyCertifiedLater({ ...request, trust: newer });
    }
  }

  /** Once for however many objects name the new key. */
  async #renew(version: number): Promise<Trust> {
    const current = await this.trust();
    if (current.keys.version !== version) return current;
    this.#trust = undefined;
    return this.trust();
  }

  async #establish(): Promise<Trust> {
    const trust = establishTrust(await this.#readTrust(), this.#memory, this.#now());
    this.#memory = trust.memory;
    this.#onTrust(trust);
    return trust;
  }
}
