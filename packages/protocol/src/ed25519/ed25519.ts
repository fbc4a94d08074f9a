import { ed25519Engine } from '#ed25519-engine';
import { strictEd25519 } from './strict-ed25519.ts';

export { isAcceptablePublicKey } from './acceptable-public-key.ts';

export const { verifyEd25519, verifyEd25519Later, signEd25519, publicKeyOf } = strictEd25519(ed25519Engine);
