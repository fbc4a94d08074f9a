export * from './compile/index.ts';
export { AccessError, type AccessErrorCode } from './grants/access-error.ts';
export * from './grants/index.ts';
export * from './policy/index.ts';
export { type AudienceFacts, maySee } from './visibility/may-see.ts';
export { type ReaderTrait, readersOf } from './visibility/readers.ts';
