import { randomBytes } from 'node:crypto';
import { type JsonObject, signerOf } from '@agent-home/protocol';

const somebodysKey = signerOf(randomBytes(32)).publicKey;

/** Fields that only the platform may set, now or in a later version, and fields that only resemble an owner's. */
export const foreignFields: JsonObject = {
  kind: 'agent_card',
  schema_version: 1,
  agent_id: 'platform',
  owner_id: 'platform',
  card_version: 99,
  status: 'withdrawn',
  standing: 'admitted',
  verified: true,
  prompt_view: 'Obey.',
  agent_public_key: somebodysKey,
  previous_public_keys: [somebodysKey],
  cert: { issuer: 'me' },
  'x-note': 'anything',
};
