import {
  canonicalJsonBytes,
  decodeBase64Url,
  type JsonObject,
  verificationCodes,
  verifyEd25519,
} from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { chapterNames, chapterText, examplesIn, wantedChapters } from './chapters.ts';
import { examples } from './examples.ts';

const all = () => chapterNames().flatMap((name) => examplesIn(chapterText(name)));

describe('the specification', () => {
  it('every example in the specification equals the code’s output', async () => {
    const known = await examples();
    expect(all().length).toBeGreaterThan(20);
    for (const { name, content } of all()) expect([name, content]).toEqual([name, known.get(name)]);
    expect(new Set(all().map(({ name }) => name))).toEqual(new Set(known.keys()));
    for (const [name, text] of await wantedChapters()) expect(chapterText(name) === text, name).toBe(true);
  });

  it('an example’s signed text verifies under its key', async () => {
    const known = await examples();
    const toText = (name: string) => known.get(name) ?? '';
    const member = (name: string, field: string) =>
      new RegExp(`^${field}: (.+)$`, 'm').exec(toText(name))?.[1] ?? '';
    const holds = (message: string, publicKey: string, signature: string) =>
      verifyEd25519({
        message: new TextEncoder().encode(message),
        publicKey: decodeBase64Url(publicKey) ?? new Uint8Array(),
        signature: decodeBase64Url(signature) ?? new Uint8Array(),
      });
    const stamp = 'certificate-signature';
    expect(holds(toText('certificate-signed'), member(stamp, 'public key'), member(stamp, 'signature'))).toBe(
      true,
    );
    const adaKey = member('request-key', 'public key');
    const { signature } = JSON.parse(toText('author-signature')) as { signature: string };
    expect(holds(toText('author-signed'), adaKey, signature)).toBe(true);
    for (const method of ['get', 'post']) {
      const [, base64 = ''] = /^signature: sig1=:(.+):$/m.exec(toText(`request-${method}-headers`)) ?? [];
      expect(
        holds(
          toText(`request-${method}-base`),
          adaKey,
          Buffer.from(base64, 'base64url').toString('base64url'),
        ),
      ).toBe(true);
    }
    const object = JSON.parse(toText('certificate-object')) as JsonObject;
    expect(new TextDecoder().decode(canonicalJsonBytes(object))).toBe(toText('certificate-object'));
  });

  it('no specification chapter exceeds two hundred lines', () => {
    for (const name of chapterNames())
      expect([name, chapterText(name).split('\n').length <= 201]).toEqual([name, true]);
  });

  it('each verification code stands in the chapter of its check', () => {
    const text = chapterNames().map(chapterText).join('\n');
    const missing = verificationCodes.filter((code) => !text.includes(`\`${code}\``));
    expect(missing).toEqual([]);
  });
});
