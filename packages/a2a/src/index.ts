export { type CallOutcome, callAnswer, refusal } from './calls/answer.ts';
export { A2aError, type A2aErrorCode } from './calls/errors.ts';
export { type A2aCall, type Envelope, readCall, readEnvelope, type SendCall } from './calls/read-call.ts';
export { type RequestProgress, taskOf } from './calls/task.ts';
export { type A2aCard, type CardPlaces, cardOf } from './cards/card.ts';
export { type CardKey, cardKeyOf, keySetOf } from './cards/card-key.ts';
export { type SignedA2aCard, signCard } from './cards/sign-card.ts';
