import type { CertifiedKind, JsonObject, SeenVersion } from '@agent-home/protocol';
import type { CertifyOptions } from '../../../../packages/protocol/src/cert/certify.ts';
import {
  certified,
  getBody,
  type Mutable,
  optionsFor,
} from '../../../../packages/protocol/src/testing/certified-objects.ts';
import { examples } from '../../../../packages/protocol/src/testing/example-objects.ts';
import { readAt } from '../../../../packages/protocol/src/testing/home.ts';
import { signAnything } from '../../../../packages/protocol/src/testing/sign-anything.ts';
import { asVectorBytes, type VectorBytes } from '../form/bytes.ts';
import { bytesOfObject, type TrustInput, trustWith } from '../form/small-home.ts';
import type { VectorCase } from '../form/vector.ts';

export interface CertificateInput extends TrustInput {
  object: VectorBytes;
  /** Requested key. */
  object_key: string;
  object_kind: CertifiedKind;
  now: string;
  seen?: SeenVersion;
  max_bytes?: number;
}

type Changes = Partial<CertificateInput>;
export type CertificateCase = VectorCase<CertificateInput>;

/** Returns a case about an object, requested under its own kind and key unless given otherwise. */
export function certificateCase(
  name: string,
  expected: string,
  object: VectorBytes,
  { object_kind = 'topic_manifest', ...changes }: Changes = {},
): CertificateCase {
  const input: CertificateInput = {
    object,
    object_key: examples[object_kind].key,
    object_kind,
    ...trustWith(),
    now: readAt.toISOString(),
    ...changes,
  };
  return { name, input, expected };
}

/** Creates an object that the platform may publish. */
export const genuine = (
  kind: CertifiedKind = 'topic_manifest',
  changes: { fields?: JsonObject; options?: Partial<CertifyOptions> } = {},
): VectorBytes => asVectorBytes(certified(kind, changes).bytes);

/** Signs content that a correct platform would not certify. */
export const signed = (
  fields: JsonObject,
  certificate: JsonObject = {},
  options: Partial<CertifyOptions> = {},
): VectorBytes =>
  asVectorBytes(
    signAnything(getBody('topic_manifest', fields), optionsFor('topic_manifest', options), certificate).bytes,
  );

/** Returns a genuine object after an unsigned change. */
export function changed(change: (object: Mutable) => void): VectorBytes {
  const copy = structuredClone(certified('topic_manifest').object) as Mutable;
  change(copy);
  return bytesOfObject(copy);
}

export const getCertificate = (object: Mutable): Mutable => object.cert as Mutable;
