import { sha256Hex } from '@agent-home/protocol';
import { certifiedKinds } from '../../../../packages/protocol/src/testing/certified-objects.ts';
import { issuedAt } from '../../../../packages/protocol/src/testing/home.ts';
import { bytesIn } from '../form/bytes.ts';
import { type CertificateCase, certificateCase, genuine, signed } from './certificate-case.ts';

const at = issuedAt.toISOString();

/** Returns cases of objects that a reader must accept, with its memory of them. */
export function genuineCertificates(): CertificateCase[] {
  return [
    ...certifiedKinds.map((object_kind) =>
      certificateCase(`a genuine ${object_kind}`, 'ok', genuine(object_kind), { object_kind }),
    ),
    certificateCase(
      'with fields that no schema knows',
      'ok',
      genuine('topic_manifest', { fields: { x_more: [1, { y: null }] } }),
    ),
    certificateCase(
      'with fields in the certificate that no schema knows',
      'ok',
      signed({}, { x_more: 'signed too' }),
    ),
    certificateCase(
      'with text in Chinese and an emoji',
      'ok',
      genuine('topic_manifest', { fields: { title: '晚上好 😀' } }),
    ),
    certificateCase(
      'issued in another time zone',
      'ok',
      signed({}, { issued_at: '2026-03-01T20:00:00+08:00' }),
    ),
    certificateCase(
      'with an exponent in a number',
      'ok',
      genuine('topic_manifest', { fields: { x_small: 1e-7 } }),
    ),
    certificateCase(
      'the end of a membership at the key of the membership',
      'ok',
      genuine('circle_member', {
        fields: { kind: 'circle_member_ended', ended_at: at, reason: 'left', former: { joined_at: at } },
      }),
      { object_kind: 'circle_member' },
    ),
    ...seen(),
  ];
}

function seen(): CertificateCase[] {
  const object = genuine();
  const sha256 = sha256Hex(bytesIn(object));
  const other = '0'.repeat(64);
  const of = (name: string, expected: string, version: number, hash: string) =>
    certificateCase(name, expected, object, { seen: { version, sha256: hash } });
  return [
    of('version 2 after version 1', 'ok', 1, other),
    of('version 2 after version 2, the same bytes', 'ok', 2, sha256),
    of('version 2 after version 2, other bytes', 'equivocation', 2, other),
    of('version 2 after version 3', 'rollback', 3, other),
    of('version 2 after version 3, though with the same bytes', 'rollback', 3, sha256),
  ];
}
