import {
  keyRetryPauseMs,
  keyUse,
  objectKey,
  type RootSet,
  retryDuringRotation,
  type TrustedKeys,
  type Verified,
  verifyKeysFromPins,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import type { Surroundings } from '../shared/clock.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { sleep } from '../shared/sleep.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import { checkFloor, type VersionFloor } from '../trust/version-floor.ts';
import type { FailureReporter } from './failure-reporter.ts';
import type { ByteSource } from './raw-reader.ts';

const keysKey = objectKey('platform_keys');
const timestampKey = objectKey('platform_timestamp');
const registryRead = { type: 'registry_read' } as const;

interface Trusted {
  keys: TrustedKeys;
  /** Time of the timestamp that names these keys, milliseconds since 1970. */
  timestampedAt: number;
}

/** Verifies the current signing keys from the pinned root set, and refreshes them on use. */
export class PlatformTrust {
  readonly #pinned: RootSet;
  readonly #raw: ByteSource;
  readonly #memory: TrustMemory;
  readonly #floor: VersionFloor;
  readonly #failures: FailureReporter;
  readonly #surroundings: Surroundings;
  readonly #log: Log;
  readonly #changed: () => void;
  #trusted: Trusted | undefined;
  #isOwnHome = false;
  #refreshing: Promise<TrustedKeys> | undefined;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: {
    pinned: RootSet;
    raw: ByteSource;
    memory: TrustMemory;
    floor: VersionFloor;
    failures: FailureReporter;
    surroundings: Surroundings;
    log: Log;
    /** Called when the key list has changed. */
    changed: () => void;
  }) {
    this.#pinned = parts.pinned;
    this.#raw = parts.raw;
    this.#memory = parts.memory;
    this.#floor = parts.floor;
    this.#failures = parts.failures;
    this.#surroundings = parts.surroundings;
    this.#log = parts.log;
    this.#changed = parts.changed;
  }

  /** @throws VerificationError if no key list is trusted, ObjectStoreError, AccessDeniedError */
  async current(): Promise<TrustedKeys> {
    const trusted = this.#trusted;
    if (!trusted) return this.#refresh();
    const now = this.#surroundings.now();
    const named = this.#floor.at(keysKey);
    const isOvertaken = named !== undefined && named.version > trusted.keys.version;
    const { timestampedAt } = trusted;
    const use = keyUse({ now, timestampedAt, attemptedAt: this.#attemptedAt, isOvertaken });
    if (use === 'use') return trusted.keys;
    try {
      return await this.#refresh();
    } catch (error) {
      if (use === 'need_newer') throw error;
      this.#log('warn', 'the key list could not be refreshed', errorFields(error));
      return trusted.keys;
    }
  }

  /**
   * Checks that a home's key list follows from the pinned root set, before anything is sent to the home. Any
   * server can copy a public list, so this detects the wrong home and not a man in the middle.
   * @throws VerificationError
   */
  requireOwnHome(keyList: Uint8Array): void {
    this.#verifyKeys(keyList, undefined);
    this.#isOwnHome = true;
  }

  /** True if this was already checked; a client has one URL, so once is enough. */
  get isOwnHome(): boolean {
    return this.#isOwnHome;
  }

  /** Reads the key list again for an object that names an unknown key; `undefined` if the list is unchanged. */
  async readNewerKeys(): Promise<TrustedKeys | undefined> {
    const now = this.#surroundings.now();
    // Separate from the interval of other refreshes, because keys can be rotated right after an agent has read them.
    if (now - this.#lookedAt < keyRetryPauseMs && !this.#refreshing) return undefined;
    this.#lookedAt = now;
    const before = this.#trusted?.keys.version;
    const keys = await this.#refresh();
    return keys.version === before ? undefined : keys;
  }

  #refresh(): Promise<TrustedKeys> {
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #fetch(): Promise<TrustedKeys> {
    this.#attemptedAt = this.#surroundings.now();
    try {
      return await retryDuringRotation(
        () => this.#attempt(),
        (milliseconds) => sleep(milliseconds, undefined),
      );
    } catch (error) {
      this.#failures.record(error);
      throw error;
    }
  }

  async #attempt(): Promise<TrustedKeys> {
    const seen = { keys: this.#memory.seen(keysKey), timestamp: this.#memory.seen(timestampKey) };
    const floor = this.#floor.at(keysKey);
    const [bytes, timestampBytes] = await Promise.all([
      this.#raw.get(keysKey, registryRead, 256 * 1024),
      this.#raw.get(timestampKey, registryRead, 64 * 1024),
    ]);
    const keys = this.#verifyKeys(bytes, seen.keys);
    checkFloor(floor, keys, keysKey);
    const timestamp = verifyPlatformTimestamp({
      bytes: timestampBytes,
      trust: keys,
      now: new Date(this.#surroundings.now()),
      seen: seen.timestamp,
    });
    this.#accept(keys, timestamp);
    return keys;
  }

  /** The remembered root set prevents a rollback; the caller's own pin always applies as well. */
  #verifyKeys(bytes: Uint8Array, seen: ReturnType<TrustMemory['seen']>): TrustedKeys {
    const remembered = this.#memory.rootSet;
    const pins = [this.#pinned, ...(remembered ? [remembered] : [])] as const;
    return verifyKeysFromPins({ bytes, pins, seen });
  }

  #accept(keys: TrustedKeys, timestamp: Verified<'platform_timestamp'>): void {
    this.#memory.remember(keysKey, keys);
    this.#memory.remember(timestampKey, timestamp);
    this.#memory.rememberRootSet(keys.rootSet);
    const isNew = this.#trusted !== undefined && this.#trusted.keys.sha256 !== keys.sha256;
    this.#trusted = { keys, timestampedAt: Date.parse(timestamp.object.cert.issued_at) };
    if (isNew) this.#changed();
  }
}
