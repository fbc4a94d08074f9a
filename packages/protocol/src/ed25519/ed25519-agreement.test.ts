import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ed25519Engine as nobleEngine } from './noble-engine.ts';
import { ed25519Engine as nodeEngine } from './node-engine.ts';
import { strictEd25519 } from './strict-ed25519.ts';

const node = strictEd25519(nodeEngine);

const noble = strictEd25519(nobleEngine);

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
const messages = fc.uint8Array({ minLength: 1, maxLength: 300 });

describe('the two engines', () => {
  it('derive the same keys and make the same signatures', () => {
    fc.assert(
      fc.property(seeds, messages, (secretKey, message) => {
        const publicKey = node.publicKeyOf(secretKey);
        const signature = node.signEd25519({ secretKey, message });
        expect(noble.publicKeyOf(secretKey)).toEqual(publicKey);
        expect(noble.signEd25519({ secretKey, message })).toEqual(signature);
        expect(node.verifyEd25519({ publicKey, message, signature })).toBe(true);
        expect(noble.verifyEd25519({ publicKey, message, signature })).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it.each(['publicKey', 'message', 'signature'] as const)(
    'both refuse one flipped bit in the %s',
    (field) => {
      fc.assert(
        fc.property(seeds, messages, fc.nat(), (secretKey, message, position) => {
          const genuine = {
            publicKey: node.publicKeyOf(secretKey),
            message,
            signature: node.signEd25519({ secretKey, message }),
          };
          const changed = { ...genuine, [field]: flipBit(genuine[field], position) };
          expect(node.verifyEd25519(changed)).toBe(false);
          expect(noble.verifyEd25519(changed)).toBe(false);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('say the same later as at once', async () => {
    const signed = fc.asyncProperty(
      seeds,
      messages,
      fc.boolean(),
      fc.nat(),
      async (secretKey, message, isGenuine, position) => {
        const signature = node.signEd25519({ secretKey, message });
        const input = {
          publicKey: node.publicKeyOf(secretKey),
          message,
          signature: isGenuine ? signature : flipBit(signature, position),
        };
        expect(await node.verifyEd25519Later(input)).toBe(isGenuine);
        expect(await noble.verifyEd25519Later(input)).toBe(isGenuine);
      },
    );
    await fc.assert(signed, { numRuns: 20 });
  });

  it('agree on any bytes of any length without throwing', () => {
    const bytes = (length: number) =>
      fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ minLength: length, maxLength: length }));
    fc.assert(
      fc.property(bytes(32), messages, bytes(64), (publicKey, message, signature) => {
        const verdict = node.verifyEd25519({ publicKey, message, signature });
        expect(noble.verifyEd25519({ publicKey, message, signature })).toBe(verdict);
        expect(verdict).toBe(false);
      }),
    );
  });

  it('both refuse truncated, extended, swapped and empty signatures', () => {
    const secretKey = new Uint8Array(32).fill(3);
    const message = new Uint8Array(10).fill(4);
    const publicKey = node.publicKeyOf(secretKey);
    const genuine = node.signEd25519({ secretKey, message });
    const malformed = [
      new Uint8Array(),
      genuine.subarray(0, 63),
      genuine.subarray(1),
      Uint8Array.from([...genuine, 0]),
      Uint8Array.from([...genuine.subarray(32), ...genuine.subarray(0, 32)]),
      new Uint8Array(64),
      new Uint8Array(64).fill(0xff),
      Uint8Array.from([...genuine.subarray(0, 32), ...new Uint8Array(32)]),
    ];
    for (const signature of malformed) {
      expect(node.verifyEd25519({ publicKey, message, signature })).toBe(false);
      expect(noble.verifyEd25519({ publicKey, message, signature })).toBe(false);
    }
  });

  it('read views into larger buffers', () => {
    const secretKey = new Uint8Array(40).fill(3).subarray(5, 37);
    const message = new Uint8Array(30).fill(4).subarray(7, 20);
    const signature = new Uint8Array(80);
    signature.set(node.signEd25519({ secretKey, message }), 9);
    const publicKey = new Uint8Array(50);
    publicKey.set(node.publicKeyOf(secretKey), 11);
    const input = { publicKey: publicKey.subarray(11, 43), message, signature: signature.subarray(9, 73) };
    expect(node.verifyEd25519(input)).toBe(true);
    expect(noble.verifyEd25519(input)).toBe(true);
  });
});

function flipBit(bytes: Uint8Array, position: number): Uint8Array {
  const flipped = bytes.slice();
  const index = position % (bytes.length * 8);
  flipped[index >> 3] = (flipped[index >> 3] ?? 0) ^ (1 << (index & 7));
  return flipped;
}
