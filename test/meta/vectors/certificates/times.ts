import type { JsonObject } from '@agent-home/protocol';
import { listedKey, readAt } from '../../../../packages/protocol/src/testing/home.ts';
import { trustWith } from '../form/small-home.ts';
import { type CertificateCase, certificateCase, genuine, signed } from './certificate-case.ts';

/** Returns cases at the exact millisecond of each time limit. */
export function certificateTimes(): CertificateCase[] {
  return [...validity(), ...retirement(), ...clocks(), ...ends()];
}

const timestamp = listedKey('timestamp', { purpose: 'timestamp' });
const withKey = (fields: JsonObject) => trustWith({ keys: [listedKey('registry', fields), timestamp] });
const issued = (time: string) => genuine('topic_manifest', { options: { issuedAt: new Date(time) } });

function validity(): CertificateCase[] {
  const trust = withKey({ valid_from: '2026-03-01T12:00:00.000Z', valid_until: '2026-03-01T12:05:00.000Z' });
  const at = (name: string, expected: string, time: string) =>
    certificateCase(name, expected, issued(time), trust);
  return [
    at('a millisecond before its key is valid', 'key_not_yet_valid', '2026-03-01T11:59:59.999Z'),
    at('in the moment its key becomes valid', 'ok', '2026-03-01T12:00:00.000Z'),
    at('in the last millisecond of its key', 'ok', '2026-03-01T12:04:59.999Z'),
    at('in the moment its key ends', 'key_expired', '2026-03-01T12:05:00.000Z'),
    certificateCase(
      'signed while its key was valid, read long after',
      'ok',
      issued('2026-03-01T12:04:59.999Z'),
      {
        ...trust,
        now: '2031-01-01T00:00:00.000Z',
      },
    ),
    certificateCase(
      'validity is compared as time, not as text',
      'ok',
      issued('2026-03-01T12:00:00.000Z'),
      withKey({ valid_from: '2026-03-01T13:00:00+08:00', valid_until: '2026-03-01T08:00:00-08:00' }),
    ),
  ];
}

function retirement(): CertificateCase[] {
  const revoked = (reason: string) => withKey({ revoked: { reason, at: '2026-03-01T12:00:00.000Z' } });
  return [
    certificateCase(
      'in the moment of its key’s retirement',
      'ok',
      issued('2026-03-01T12:00:00.000Z'),
      revoked('retired'),
    ),
    certificateCase(
      'a millisecond after it',
      'key_retired',
      issued('2026-03-01T12:00:00.001Z'),
      revoked('retired'),
    ),
    ...['2026-01-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:06:00.000Z'].map((time) =>
      certificateCase(
        `by a compromised key at ${time}`,
        'key_compromised',
        issued(time),
        revoked('compromised'),
      ),
    ),
    certificateCase(
      'after retirement and after its end',
      'key_expired',
      issued('2026-03-01T12:06:00.000Z'),
      withKey({
        valid_until: '2026-03-01T12:05:00.000Z',
        revoked: { reason: 'retired', at: '2026-03-01T12:00:00.000Z' },
      }),
    ),
  ];
}

function clocks(): CertificateCase[] {
  const ahead = (ms: number) => issued(new Date(readAt.getTime() + ms).toISOString());
  return [
    certificateCase('five minutes ahead of the reader', 'ok', ahead(300_000)),
    certificateCase('a millisecond more', 'issued_in_future', ahead(300_001)),
    certificateCase(
      'digits below a millisecond do not count',
      'ok',
      signed({}, { issued_at: '2026-03-01T12:15:00.0009Z' }),
    ),
    certificateCase('issued years ago', 'ok', genuine(), { now: '2026-12-31T23:59:59.999Z' }),
  ];
}

function ends(): CertificateCase[] {
  const until = genuine('topic_manifest', { options: { expiresAt: new Date('2026-03-01T13:00:00.000Z') } });
  const stamp = genuine('platform_timestamp');
  const object_kind = 'platform_timestamp' as const;
  return [
    certificateCase('a millisecond before its end', 'ok', until, { now: '2026-03-01T12:59:59.999Z' }),
    certificateCase('at its end', 'stale', until, { now: '2026-03-01T13:00:00.000Z' }),
    certificateCase('a timestamp of an hour ago', 'ok', stamp, {
      object_kind,
      now: '2026-03-01T13:00:00.000Z',
    }),
    certificateCase('a timestamp a millisecond older', 'stale', stamp, {
      object_kind,
      now: '2026-03-01T13:00:00.001Z',
    }),
  ];
}
