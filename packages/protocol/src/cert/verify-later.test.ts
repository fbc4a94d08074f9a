import { describe, expect, it } from 'vitest';
import { certified, getBody, optionsFor, tampered } from '../testing/certified-objects.ts';
import { examples } from '../testing/example-objects.ts';
import { issuedAt, readAt, trust } from '../testing/home.ts';
import { signAnything } from '../testing/sign-anything.ts';
import { codeFor, genuine, set } from '../testing/verify-support.ts';
import { verifyCertified, verifyCertifiedLater } from './verify.ts';

const request = (bytes: Uint8Array) => ({
  bytes,
  objectKey: examples.topic_manifest.key,
  kind: 'topic_manifest' as const,
  trust,
  now: readAt,
  seen: undefined,
});

describe('asynchronous verification', () => {
  it('accepts what the one on it accepts', async () => {
    expect(await verifyCertifiedLater(request(genuine.bytes))).toEqual(
      verifyCertified(request(genuine.bytes)),
    );
  });

  it('refuses what the one on it refuses, by the same code', async () => {
    for (const [change, code] of [
      [set('title', 'Another'), 'bad_signature'],
      [set('cert.key_id', 'k'.repeat(16)), 'unknown_key'],
      [set('kind', 'topic_state'), 'wrong_kind'],
      // Sets four bits in the last letter that are not part of a byte.
      [set('cert.signature', `${'A'.repeat(85)}B`), 'bad_signature'],
    ] as const) {
      const bytes = tampered(genuine.object, change);
      const refused = await verifyCertifiedLater(request(bytes)).catch(
        (error: { code: string }) => error.code,
      );
      expect(refused).toBe(codeFor(bytes));
      if (code !== 'unknown_key') expect(refused).toBe(code);
    }
  });
});

describe('checks of single kinds', () => {
  it('only the timestamp goes stale by its age alone', () => {
    const later = new Date(issuedAt.getTime() + 30 * 86_400_000);
    expect(codeFor(genuine.bytes, { now: later })).toBe('accepted');
    const { bytes } = certified('platform_timestamp');
    expect(
      codeFor(bytes, { kind: 'platform_timestamp', objectKey: examples.platform_timestamp.key, now: later }),
    ).toBe('stale');
  });

  it('an object that does not say its kind is of none', () => {
    const { kind: _, ...nameless } = getBody('topic_manifest');
    const { bytes } = signAnything(nameless, optionsFor('topic_manifest'));
    expect(codeFor(bytes)).toBe('wrong_kind');
  });
});
