import { type AgentStore, ObjectStoreError } from '@agent-home/object-store/agent';
import {
  type CertifiedKind,
  defaultMaxObjectBytes,
  type JsonObject,
  type ObjectOfKind,
  parseObject,
  type SeenVersion,
  sha256Hex,
  type TrustedKeys,
  type VerificationCode,
  VerificationError,
  verifyCertified,
} from '@agent-home/protocol';
import type { ServerRequirementId } from '../requirements/server-requirements.ts';
import type { Answer } from './answer.ts';
import type { HomeFindings } from './findings-of-home.ts';
import type { Schemas } from './schemas.ts';

const readTimeoutMs = 15_000;

const certificateRequirements = [
  'certificate/form',
  'certificate/object-key',
  'certificate/issuer-key',
  'certificate/key-purpose',
  'certificate/time',
  'certificate/signature',
  'certificate/jcs',
  'readers/no-rollback',
] as const satisfies ServerRequirementId[];

const requirementOf: Partial<Record<VerificationCode, ServerRequirementId>> = {
  wrong_object_key: 'certificate/object-key',
  unknown_key: 'certificate/issuer-key',
  wrong_key_purpose: 'certificate/key-purpose',
  key_not_yet_valid: 'certificate/time',
  key_expired: 'certificate/time',
  key_retired: 'certificate/time',
  key_compromised: 'certificate/time',
  issued_in_future: 'certificate/time',
  stale: 'certificate/time',
  bad_signature: 'certificate/signature',
  not_canonical: 'certificate/jcs',
  rollback: 'readers/no-rollback',
  equivocation: 'readers/no-rollback',
};

/**
 * Bucket whose objects are each checked against the whole list. The first failed check of an object is the
 * home's fault; its content is checked further, so that one fault is reported once and hides no other.
 */
export class Bucket {
  readonly #findings: HomeFindings;
  readonly #schemas: Schemas;
  readonly #seen = new Map<string, SeenVersion>();
  readonly #heads = new Map<string, SeenVersion>();
  trust: TrustedKeys | undefined;

  constructor(findings: HomeFindings, schemas: Schemas) {
    this.#findings = findings;
    this.#schemas = schemas;
  }

  /** Records the newest versions named in a response. */
  told(heads: Readonly<Record<string, SeenVersion>>): void {
    for (const [key, { version, sha256 }] of Object.entries(heads)) {
      if (version >= (this.#heads.get(key)?.version ?? 0)) this.#heads.set(key, { version, sha256 });
    }
  }

  answered(schema: string, answer: Answer): void {
    if (!this.#schemas.has(schema)) return;
    const fault = this.#schemas.getFault(schema, answer.json);
    this.#findings.judge('schemas/answers', fault !== undefined && `${answer.asked}: ${fault}`);
  }

  /**
   * Returns undefined if the object does not exist.
   * @throws ObjectStoreError if the store refuses
   */
  async bytes(
    store: AgentStore,
    key: string,
    maxBytes = defaultMaxObjectBytes,
  ): Promise<Uint8Array | undefined> {
    try {
      return (await store.get(key, { maxBytes, timeoutMs: readTimeoutMs })).bytes;
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** Reads the object of a key, if its place and kind match. */
  async read<Kind extends CertifiedKind>(
    store: AgentStore,
    kind: Kind,
    key: string,
  ): Promise<ObjectOfKind<Kind> | undefined> {
    const bytes = await this.bytes(store, key);
    return bytes && this.judge(kind, key, bytes);
  }

  judge<Kind extends CertifiedKind>(
    kind: Kind,
    key: string,
    bytes: Uint8Array,
  ): ObjectOfKind<Kind> | undefined {
    const code = this.#verify(kind, key, bytes);
    if (code === 'wrong_object_key' || code === 'wrong_kind') return undefined;
    const object = parsed(bytes, key);
    if (!object) return undefined;
    this.#remember(key, object, bytes);
    const version = typeof object.schema_version === 'number' ? object.schema_version : 1;
    const schema = `${String(object.kind)}.v${version}`;
    if (this.#schemas.has(schema)) {
      const fault = this.#schemas.getFault(schema, object);
      this.#findings.judge('schemas/objects', fault !== undefined && `${key}: ${fault}`);
    }
    return code === 'invalid_schema' ? undefined : (object as ObjectOfKind<Kind>);
  }

  #verify(kind: CertifiedKind, key: string, bytes: Uint8Array): VerificationCode | undefined {
    if (!this.trust) return undefined;
    try {
      const seen = this.#seen.get(key);
      verifyCertified({ bytes, objectKey: key, kind, trust: this.trust, now: new Date(), seen });
      for (const id of certificateRequirements) this.#findings.hold(id);
      return undefined;
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      const { code } = error;
      const isOld = code === 'stale' && kind === 'platform_timestamp';
      const id = isOld ? 'keys/fresh' : (requirementOf[code] ?? 'certificate/form');
      this.#findings.fail(id, `${error.message} [${code}]`);
      return code;
    }
  }

  #remember(key: string, object: JsonObject, bytes: Uint8Array): void {
    const version = (object.cert as { version?: unknown } | undefined)?.version;
    if (typeof version !== 'number') return;
    const here = { version, sha256: sha256Hex(bytes) };
    const head = this.#heads.get(key);
    // A rolled-back object is reported separately, and a head names the newest version.
    if (head && version <= head.version && !(version < (this.#seen.get(key)?.version ?? 0))) {
      const wrong =
        version < head.version
          ? `${key} is version ${version}, and the home had named ${head.version}`
          : head.sha256 !== here.sha256 && `${key} is not the version ${version} that the home named`;
      this.#findings.judge('readers/heads', wrong);
    }
    if (version > (this.#seen.get(key)?.version ?? 0)) this.#seen.set(key, here);
  }
}

function parsed(bytes: Uint8Array, key: string): JsonObject | undefined {
  try {
    return parseObject(bytes, key, defaultMaxObjectBytes).object;
  } catch {
    return undefined;
  }
}
