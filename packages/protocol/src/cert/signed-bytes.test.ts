import { expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import { certified } from '../testing/certified-objects.ts';
import { signedBytes } from './signed-bytes.ts';

it('a signature covers the canonical JSON of the whole object without the signature itself', () => {
  const { object } = certified('topic_manifest');
  const { signature, ...certificate } = object.cert as { signature: string };
  const { signed, canonical } = signedBytes(object);
  expect(new TextDecoder().decode(signed)).toBe(canonicalJson({ ...object, cert: certificate }));
  expect(canonical).toBe(canonicalJson(object));
  expect(canonical).toContain(signature);
});

it('covers signatures outside the certificate, and ignores undefined', () => {
  const cert = { version: 1, signature: 'mine' };
  const { signed, canonical } = signedBytes({
    b: { signature: 'x' },
    cert,
    a: undefined as never,
    signature: 'y',
  });
  expect(new TextDecoder().decode(signed)).toBe(
    '{"b":{"signature":"x"},"cert":{"version":1},"signature":"y"}',
  );
  expect(canonical).toBe('{"b":{"signature":"x"},"cert":{"signature":"mine","version":1},"signature":"y"}');
});
