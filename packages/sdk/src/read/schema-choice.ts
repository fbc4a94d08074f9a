import { ObjectStoreError } from '@agent-home/object-store/agent';
import {
  type CertifiedKind,
  objectKey,
  type PlatformPolicy,
  type SchemaEdition,
  type Verified,
  versionedKey,
} from '@agent-home/protocol';
import { SchemaError } from '../errors/schema-error.ts';
import type { ReadGrant } from '../shared/grant.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { SingleFlight } from '../shared/single-flight.ts';
import type { VerifiedReader } from './verified-reader.ts';

const lookAgainMs = 3_600_000;
const grant: ReadGrant = { type: 'registry_read' };

type PublishedVersion = NonNullable<PlatformPolicy['schemas']>[number];

/**
 * Reads objects of a kind in the newest schema version that the home publishes and this reader knows. `platform/policy.json` names
 * the published ones. Warns before the sunset of the newest known version (openspec: object-schemas).
 */
export class SchemaChoice {
  readonly #reader: VerifiedReader;
  readonly #editions: readonly SchemaEdition[];
  readonly #now: () => number;
  readonly #log: Log;
  readonly #looking = new SingleFlight<void>();
  #published: readonly PublishedVersion[] = [];
  #lookAt = 0;

  constructor(parts: {
    reader: VerifiedReader;
    editions: readonly SchemaEdition[];
    now: () => number;
    log: Log;
  }) {
    this.#reader = parts.reader;
    this.#editions = parts.editions;
    this.#now = parts.now;
    this.#log = parts.log;
  }

  /** @throws SchemaError `schema_sunset` if the home has ended every version that this reader knows */
  async read<Kind extends CertifiedKind>(kind: Kind, firstKey: string): Promise<Verified<Kind>> {
    const looked = this.#lookIfDue();
    // A reader that knows only the first version has no choice to make, so it does not wait.
    if (this.#editions.some((edition) => edition.kind === kind)) await looked;
    const edition = this.#newestKnown(kind);
    try {
      return await this.#readVersion(kind, firstKey, edition);
    } catch (error) {
      if (!(error instanceof ObjectStoreError) || error.code !== 'not_found') throw error;
      await looked;
      if (this.#hasEnded(kind, 1)) throw edition ? error : this.#ended(kind);
      // A version that was published just now may not exist for this object yet.
      if (!edition) throw error;
      return await this.#readVersion(kind, firstKey, undefined);
    }
  }

  #readVersion<Kind extends CertifiedKind>(kind: Kind, firstKey: string, edition?: SchemaEdition<Kind>) {
    const key = versionedKey(firstKey, edition?.schemaVersion ?? 1);
    return this.#reader.read(kind, key, grant, edition);
  }

  #ended(kind: CertifiedKind): SchemaError {
    const versions = this.#versionsOf(kind).map(({ schema_version }) => schema_version);
    return new SchemaError(kind, 1, Math.max(...versions));
  }

  #newestKnown<Kind extends CertifiedKind>(kind: Kind): SchemaEdition<Kind> | undefined {
    const published = new Set(this.#versionsOf(kind).map(({ schema_version }) => schema_version));
    const known = this.#editions.filter(
      (edition): edition is SchemaEdition<Kind> =>
        edition.kind === kind && published.has(edition.schemaVersion),
    );
    return known.sort((one, other) => other.schemaVersion - one.schemaVersion)[0];
  }

  #versionsOf(kind: CertifiedKind): PublishedVersion[] {
    return this.#published.filter((version) => version.kind === kind);
  }

  #hasEnded(kind: CertifiedKind, schemaVersion: number): boolean {
    const version = this.#versionsOf(kind).find(({ schema_version }) => schema_version === schemaVersion);
    return version?.sunset_at !== undefined && Date.parse(version.sunset_at) <= this.#now();
  }

  async #lookIfDue(): Promise<void> {
    if (this.#now() < this.#lookAt) return;
    await this.#looking.run('policy', async () => {
      this.#lookAt = this.#now() + lookAgainMs;
      try {
        const { object } = await this.#reader.read('platform_policy', objectKey('platform_policy'), grant);
        this.#published = object.schemas ?? [];
        this.#warn();
      } catch (error) {
        // Cards are read in the last known version; the policy is read again a minute later.
        this.#lookAt = this.#now() + 60_000;
        this.#log('debug', 'the home’s policy could not be read', errorFields(error));
      }
    });
  }

  #warn(): void {
    for (const kind of new Set(this.#published.map((version) => version.kind))) {
      const known = this.#newestKnown(kind as CertifiedKind)?.schemaVersion ?? 1;
      const version = this.#published.find((one) => one.kind === kind && one.schema_version === known);
      if (version?.sunset_at === undefined) continue;
      const message = 'the home stops the newest schema version that the SDK knows: update the SDK';
      this.#log('warn', message, { kind, schema_version: known, sunset_at: version.sunset_at });
    }
  }
}
