import {
  type CertifiedKind,
  maxObjectBytesOf,
  type SchemaEdition,
  type SeenVersion,
  type TrustedKeys,
  type Verified,
  verifyCertified,
  withNewerKeys,
} from '@agent-home/protocol';
import type { Surroundings } from '../shared/clock.ts';
import type { ReadGrant } from '../shared/grant.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import { checkFloor, type VersionFloor } from '../trust/version-floor.ts';
import type { FailureReporter } from './failure-reporter.ts';
import type { PlatformTrust } from './platform-trust.ts';
import type { ByteSource } from './raw-reader.ts';

const ledgerKinds: ReadonlySet<CertifiedKind> = new Set(['topic_ledger_entry', 'topic_ledger_pack'] as const);

/** Reads and verifies objects of the bucket; no other code reads trusted objects. */
export class VerifiedReader {
  readonly #raw: ByteSource;
  readonly #trust: PlatformTrust;
  readonly #memory: TrustMemory;
  readonly #floor: VersionFloor;
  readonly #failures: FailureReporter;
  readonly #surroundings: Surroundings;

  constructor(parts: {
    raw: ByteSource;
    trust: PlatformTrust;
    memory: TrustMemory;
    floor: VersionFloor;
    failures: FailureReporter;
    surroundings: Surroundings;
  }) {
    this.#raw = parts.raw;
    this.#trust = parts.trust;
    this.#memory = parts.memory;
    this.#floor = parts.floor;
    this.#failures = parts.failures;
    this.#surroundings = parts.surroundings;
  }

  /** @throws VerificationError (recorded and reported), ObjectStoreError, AccessDeniedError */
  async read<Kind extends CertifiedKind>(
    kind: Kind,
    key: string,
    grant: ReadGrant,
    edition?: SchemaEdition<Kind>,
  ): Promise<Verified<Kind>> {
    // Runs before the get and not in parallel: its read requests credentials, whose response names the newest versions.
    await this.#trust.current();
    // Values from before the get: versions learned by a concurrent read do not make this copy outdated.
    const before = { seen: this.#memory.seen(key), floor: this.#floor.at(key) };
    const bytes = await this.#raw.get(key, grant, maxObjectBytesOf(kind));
    return this.#verify(kind, key, bytes, { ...before, edition });
  }

  /**
   * Verifies bytes from another source, such as an entry in a pack of its ledger, with every check of a read at `key`.
   * @throws VerificationError (recorded and reported)
   */
  async verify<Kind extends CertifiedKind>(
    kind: Kind,
    key: string,
    bytes: Uint8Array,
  ): Promise<Verified<Kind>> {
    return this.#verify(kind, key, bytes, { seen: this.#memory.seen(key), floor: this.#floor.at(key) });
  }

  async #verify<Kind extends CertifiedKind>(
    kind: Kind,
    key: string,
    bytes: Uint8Array,
    known: {
      seen: SeenVersion | undefined;
      floor: SeenVersion | undefined;
      edition?: SchemaEdition<Kind> | undefined;
    },
  ): Promise<Verified<Kind>> {
    const { seen, floor, edition } = known;
    const now = new Date(this.#surroundings.now());
    const check = (trust: TrustedKeys) =>
      verifyCertified({ bytes, objectKey: key, kind, trust, now, seen, edition });
    try {
      const verified = await withNewerKeys(await this.#trust.current(), check, () =>
        this.#trust.readNewerKeys(),
      );
      checkFloor(floor, verified, key);
      // The ledger is bound by its chain; remembering each of its entries would push out everything else.
      if (!ledgerKinds.has(kind)) this.#memory.remember(key, verified);
      return verified;
    } catch (error) {
      this.#failures.record(error, versionIn(bytes));
      throw error;
    }
  }
}

/** Returns the version that a refused object claims, for the report only. */
function versionIn(bytes: Uint8Array): number | undefined {
  const found = /"cert":\{[^{}]*"version":(\d{1,15})[,}]/.exec(
    new TextDecoder().decode(bytes.subarray(0, 65_536)),
  );
  return found ? Number(found[1]) : undefined;
}
