import type { TrustAnswer } from '@agent-home/http-contract';
import {
  type CertifiedKind,
  keyUse,
  retryDuringRotation,
  type TrustedKeys,
  VerificationError,
  type Verified,
  verifyCertifiedLater,
  withNewerKeys,
} from '@agent-home/protocol';
import { establishTrust, type Trust } from './trust.ts';

const encoder = new TextEncoder();

/** Verifies certified objects under the home's keys, which it requests again for an unknown key. */
export class PageReader {
  readonly #readTrust: () => Promise<TrustAnswer>;
  readonly #now: () => Date;
  readonly #onTrust: (trust: Trust) => void;
  #memory: unknown;
  #trust: Promise<Trust> | undefined;
  #refreshing: Promise<Trust> | undefined;
  #attemptedAt = 0;

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

  /**
   * Returns the keys of the home.
   * @throws VerificationError if the home's keys are not trusted; Problem if the home does not respond
   */
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
    const { keys } = await this.#fresh();
    const request = { bytes: encoder.encode(text), objectKey, kind, now: this.#now(), seen: undefined };
    const verify = (trust: TrustedKeys) => verifyCertifiedLater({ ...request, trust });
    return withNewerKeys(keys, verify, async () => {
      const { keys: newer } = await this.#renew(keys.version);
      return newer.version === keys.version ? undefined : newer;
    });
  }

  /**
   * Returns keys confirmed within the last hour, so that a page that stays open learns of a revoked key. The current keys stay
   * valid if the home does not respond.
   * @throws VerificationError
   */
  async #fresh(): Promise<Trust> {
    const trust = await this.trust();
    const attemptedAt = this.#attemptedAt;
    const timestampedAt = trust.currentAt === undefined ? attemptedAt : Date.parse(trust.currentAt);
    const use = keyUse({ now: this.#now().getTime(), timestampedAt, attemptedAt });
    if (use === 'use') return trust;
    this.#refreshing ??= this.#establish().finally(() => {
      this.#refreshing = undefined;
    });
    try {
      const newer = await this.#refreshing;
      this.#trust = Promise.resolve(newer);
      return newer;
    } catch (error) {
      if (use === 'need_newer' && error instanceof VerificationError) throw error;
      return trust;
    }
  }

  /** Runs once, however many objects name the new key. */
  async #renew(version: number): Promise<Trust> {
    const current = await this.trust();
    if (current.keys.version !== version) return current;
    this.#trust = undefined;
    return this.trust();
  }

  async #establish(): Promise<Trust> {
    this.#attemptedAt = this.#now().getTime();
    const trust = await retryDuringRotation(
      async () => establishTrust(await this.#readTrust(), this.#memory, this.#now()),
      (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    );
    this.#memory = trust.memory;
    this.#onTrust(trust);
    return trust;
  }
}
