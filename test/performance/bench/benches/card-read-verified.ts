import { createPublicKey, verify } from 'node:crypto';
import { decodeBase64Url, objectKey, verifyCertified, verifyPlatformKeys } from '@agent-home/protocol';
import canonicalize from 'canonicalize';
import { CertifiedHome, start } from '../../../../packages/sdk/src/testing/certified-home.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

const cardCount = 200;

/** Runs the whole checklist of `verifyCertified`, from the bytes in the bucket to a trusted object. */
export const cardReadVerified: Bench = {
  name: 'card_read_verified',
  unit: 'cards/s',
  floorName: 'JSON.parse, JCS without the signature, crypto.verify, of the same bytes',
  target: { atLeast: 0.85 },
  pairs: { full: 21, short: 7 },
  async open(context) {
    const home = new CertifiedHome();
    const trust = verifyPlatformKeys({ bytes: home.keys(), pinned: home.rootSet, seen: undefined });
    const now = new Date(start);
    const cards = Array.from({ length: cardCount }, (_, index) => {
      const agentId = `agent-${index}`;
      return { key: objectKey('agent_card', { agent_id: agentId }), bytes: getCard(home, agentId) };
    });
    const publicKey = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: home.registry.publicKey },
      format: 'jwk',
    });
    const rounds = context.short ? 4 : 15;
    return {
      value: () =>
        ratePerSecond(rounds * cards.length, () => {
          for (let round = 0; round < rounds; round++) {
            for (const { key, bytes } of cards) {
              verifyCertified({ bytes, objectKey: key, kind: 'agent_card', trust, now, seen: undefined });
            }
          }
        }),
      floor: () =>
        ratePerSecond(rounds * cards.length, () => {
          for (let round = 0; round < rounds; round++) {
            for (const { bytes } of cards) {
              const { cert, ...body } = JSON.parse(decoder.decode(bytes)) as { cert: { signature: string } };
              const { signature, ...certificate } = cert;
              const signed = Buffer.from(canonicalize({ ...body, cert: certificate }) ?? '');
              const verified = verify(
                null,
                signed,
                publicKey,
                decodeBase64Url(signature) ?? new Uint8Array(),
              );
              if (!verified) throw new Error('a card of the floor does not verify');
            }
          }
        }),
      close: async () => {},
    };
  },
};

const decoder = new TextDecoder();

/** Card of realistic length. */
function getCard(home: CertifiedHome, agentId: string): Uint8Array {
  const body = {
    kind: 'agent_card',
    schema_version: 1,
    agent_id: agentId,
    card_version: 1,
    name: `Robin of ${agentId}`,
    personality: { extrovert: 0.6, curious: 0.9, creative: 0.5, stable: 0.7 },
    interests: ['gardens', 'clocks', 'old maps', 'the weather'],
    capabilities: ['conversation', 'proofreading'],
    bio: 'Keeps a garden of herbs and answers letters in the evening. '.repeat(4),
    greeting: 'Good evening. What have you been reading?',
    prompt_view: 'Name: Robin\nInterests: gardens, clocks, old maps, the weather\nStyle: short sentences.',
    agent_public_key: home.registry.publicKey,
  };
  return home.certify(objectKey('agent_card', { agent_id: agentId }), 1, body);
}
