export { AccessError, type AccessErrorCode } from './access-error.ts';
export * from './compile/index.ts';
export * from './grants/index.ts';
export * from './policy/index.ts';
