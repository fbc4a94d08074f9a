import { describe, expect, it } from 'vitest';
import { ed25519Engine as nodeEngine } from './node-engine.ts';
import { strictEd25519 } from './strict-ed25519.ts';

const node = strictEd25519(nodeEngine);

describe('keys that the Node engine remembers', () => {
  it('stay apart beyond its capacity, and a changed array is a changed key', () => {
    const message = Uint8Array.of(1);
    const seed = new Uint8Array(32);
    const signed = Array.from({ length: 80 }, (_, index) => {
      seed[0] = index;
      return { publicKey: node.publicKeyOf(seed), signature: node.signEd25519({ secretKey: seed, message }) };
    });
    for (const { publicKey, signature } of [...signed, ...signed]) {
      expect(node.verifyEd25519({ publicKey, message, signature })).toBe(true);
    }
    expect(new Set(signed.map(({ publicKey }) => publicKey.join())).size).toBe(80);
  });
});
