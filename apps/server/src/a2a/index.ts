export { type CallOutcome, callAnswer } from './calls/answer.ts';
export type { A2aCall, SendCall } from './calls/call.ts';
export { A2aError, type A2aErrorCode } from './calls/errors.ts';
export type { RequestProgress } from './calls/progress.ts';
export { type Envelope, readCall, readEnvelope, requireServedVersion } from './calls/read-call.ts';
export { type A2aCard, type CardPlaces, getCard } from './cards/card.ts';
export { type CardKey, getCardKey, getKeySet } from './cards/card-key.ts';
export { type SignedA2aCard, signCard } from './cards/sign-card.ts';
