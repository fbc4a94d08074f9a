import { ObjectStoreError } from '@agent-home/object-store';
import type { JsonObject, LedgerHead, RootSet, SeenVersion } from '@agent-home/protocol';
import { FailureReporter } from '../../../../packages/sdk/src/read/failure-reporter.ts';
import { createVerifiedReading } from '../../../../packages/sdk/src/read/open-reading.ts';
import { TrustMemory } from '../../../../packages/sdk/src/trust/trust-memory.ts';
import { VersionFloor } from '../../../../packages/sdk/src/trust/version-floor.ts';
import { asVectorBytes, bytesIn, type VectorBytes } from './bytes.ts';

/** Contents of the bucket: bytes by their key. */
export type Bucket = Record<string, VectorBytes>;

export function getBucket(objects: ReadonlyMap<string, Uint8Array>): Bucket {
  return Object.fromEntries(
    [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, bytes]) => [key, asVectorBytes(bytes)]),
  );
}

/** Uses the SDK's own reader on a bucket in memory, with a fixed clock. */
export class VectorReading {
  readonly memory: TrustMemory;
  readonly floor = new VersionFloor();
  readonly failures = new FailureReporter(undefined, () => {});
  readonly reader: ReturnType<typeof createVerifiedReading>['reader'];
  readonly #objects = new Map<string, Uint8Array>();
  #now = 0;

  constructor(pinned: RootSet, ledgers: [topicId: string, head: LedgerHead][] = []) {
    this.memory = new TrustMemory({ agentId: undefined, rootSet: undefined, seen: [], ledgers });
    const { memory, floor, failures } = this;
    const raw = { get: async (key: string) => this.#bytesAt(key) };
    const surroundings = { now: () => this.#now, randomBytes: (length: number) => new Uint8Array(length) };
    const parts = { raw, memory, floor, failures, surroundings, log: () => {} };
    this.reader = createVerifiedReading(parts, { rootSet: pinned }).reader;
  }

  put(objects: Bucket): void {
    for (const [key, bytes] of Object.entries(objects)) this.#objects.set(key, bytesIn(bytes));
  }

  setClock(now: string): void {
    this.#now = Date.parse(now);
  }

  raise(heads: Record<string, SeenVersion>): void {
    this.floor.raise(heads);
  }

  #bytesAt(key: string): Uint8Array {
    const bytes = this.#objects.get(key);
    if (!bytes) throw new ObjectStoreError('not_found', 'there is nothing');
    return bytes;
  }
}

export const getHead = ({ sequence, hash }: LedgerHead): JsonObject => ({ sequence, hash });
