import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json-value.ts';
import { objectKeyTable } from '../keys/object-key-table.ts';
import type { CertifiedKind } from '../schema/registry.ts';
import { certified, certifiedKinds } from '../testing/certified-objects.ts';
import { examples } from '../testing/example-objects.ts';
import { getCode } from '../testing/expect-code.ts';
import { firstRootSet, keysBytes, readAt, rootSet, trust } from '../testing/home.ts';
import { memberSpans } from '../testing/member-spans.ts';
import { verifyPlatformKeys } from '../trust/verify-platform-keys.ts';
import { verifyCertified } from './verify.ts';

/** The lowest bit keeps most text readable, 0x20 changes the case, 0x80 breaks UTF-8. */
const flips = [0x01, 0x20, 0x80];

/** Codes for a byte outside of the members below. */
const anywhere = ['malformed_json', 'invalid_schema', 'bad_signature', 'not_canonical'];
/** Codes for a flipped byte within this member, including its name. */
const inMember: Record<string, string[]> = {
  kind: ['wrong_kind'],
  'cert.object_key': ['wrong_object_key'],
  'cert.issuer': ['unknown_key'],
  'cert.key_id': ['unknown_key'],
  'cert.issued_at': ['key_not_yet_valid', 'key_expired', 'issued_in_future'],
};

/** Returns the members that the object key of a kind names. */
function membersInKey(kind: CertifiedKind): string[] {
  return [...objectKeyTable[kind].template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function flipped(bytes: Uint8Array, index: number, flip: number): Uint8Array {
  const copy = bytes.slice();
  copy[index] = (copy[index] ?? 0) ^ flip;
  return copy;
}

/** Returns the wrong verdicts when each byte of a certified object is flipped in turn. */
function wronglyAnswered(kind: CertifiedKind): string[] {
  const { bytes, object } = certified(kind);
  const memberAt = memberSpans(object);
  const request = { objectKey: examples[kind].key, kind, trust, now: readAt, seen: undefined };
  const inKey = new Set(membersInKey(kind));
  const wrong: string[] = [];
  for (let index = 0; index < bytes.length; index++) {
    for (const flip of flips) {
      const code = getCode(() => verifyCertified({ ...request, bytes: flipped(bytes, index, flip) }));
      const member = memberAt(index);
      const ofKey = inKey.has(member) ? ['wrong_object_key'] : [];
      if (![...anywhere, ...ofKey, ...(inMember[member] ?? [])].includes(code)) {
        wrong.push(`${kind}: byte ${index} ^ ${flip} in ${member}: ${code}`);
      }
    }
  }
  return wrong;
}

describe('flipped bytes', () => {
  it('one changed byte of any certified object is refused', () => {
    expect(certifiedKinds.flatMap(wronglyAnswered)).toEqual([]);
  });

  it('respects the case of escapes and exponents', () => {
    const { bytes } = certified('agent_card');
    const text = new TextDecoder().decode(bytes);
    const places = [text.indexOf('\\u001f') + 5, text.indexOf(':1e-7') + 2];
    expect(places.map((index) => text[index])).toEqual(['f', 'e']);
    const request = { objectKey: examples.agent_card.key, kind: 'agent_card' as const, trust, now: readAt };
    for (const place of places) {
      const index = new TextEncoder().encode(text.slice(0, place)).length;
      const changed = flipped(bytes, index, 0x20);
      expect(getCode(() => verifyCertified({ ...request, seen: undefined, bytes: changed }))).toBe(
        'not_canonical',
      );
    }
  });
});

it('one flipped byte anywhere in the key list is refused with the right code', () => {
  const next = rootSet(2, ['root d', 'root e'], { signedBy: ['root a', 'root b', 'root d'] });
  const rootSets = [firstRootSet, next] as JsonObject[];
  // More signatures than the threshold requires: the additional ones must not be unchecked.
  const bytes = keysBytes({ root_sets: rootSets }, ['root d', 'root e']);
  const read = (changed: Uint8Array) =>
    getCode(() => verifyPlatformKeys({ bytes: changed, pinned: firstRootSet, seen: undefined }));
  expect(read(bytes)).toBe('accepted');
  const allowed = [...anywhere, 'wrong_kind', 'untrusted_root'];
  const wrong: string[] = [];
  for (let index = 0; index < bytes.length; index++) {
    for (const flip of flips) {
      const code = read(flipped(bytes, index, flip));
      if (!allowed.includes(code)) wrong.push(`byte ${index} ^ ${flip}: ${code}`);
    }
  }
  expect(wrong).toEqual([]);
});
