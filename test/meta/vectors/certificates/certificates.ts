import { type JsonObject, verifyCertified } from '@agent-home/protocol';
import { bytesIn } from '../form/bytes.ts';
import { getTrust } from '../form/small-home.ts';
import { getOutcome, type VectorKind } from '../form/vector.ts';
import type { CertificateInput } from './certificate-case.ts';
import { changedCertificates } from './changed.ts';
import { genuineCertificates } from './genuine.ts';
import { certificateOrder } from './order.ts';
import { certificateTexts } from './texts.ts';
import { certificateTimes } from './times.ts';

export const certificates: VectorKind<CertificateInput> = {
  kind: 'certificates',
  description:
    'Whether a reader may believe an object of the platform. input: object (bytes), object_key and object_kind that ' +
    'were asked for, pinned (root set), keys (bytes of platform/keys.json, good in every case here), now, seen (version ' +
    'and sha256 accepted at this key before, if any), max_bytes (1048576 unless given). output: version and sha256 to ' +
    'remember. Codes, in the order of the checks: too_large, malformed_json, wrong_kind, wrong_object_key (at a key of ' +
    'a later schema version), invalid_schema, wrong_object_key, unknown_key, wrong_key_purpose, key_compromised, ' +
    'key_not_yet_valid, key_expired, key_retired, issued_in_future, bad_signature, not_canonical, ' +
    'unsupported_schema_version, rollback, equivocation, stale.',
  cases: () => [
    ...genuineCertificates(),
    ...changedCertificates(),
    ...certificateTexts(),
    ...certificateTimes(),
    ...certificateOrder,
  ],
  judge: ({ object, object_key, object_kind, now, seen, max_bytes, ...trust }) =>
    getOutcome((): JsonObject => {
      const { version, sha256 } = verifyCertified({
        bytes: bytesIn(object),
        objectKey: object_key,
        kind: object_kind,
        trust: getTrust(trust),
        now: new Date(now),
        seen,
        ...(max_bytes === undefined ? {} : { maxBytes: max_bytes }),
      });
      return { version, sha256 };
    }),
};
