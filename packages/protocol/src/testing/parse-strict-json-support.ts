import { JsonError, type JsonErrorCode } from '../json/json-error.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function getCode(action: () => unknown): JsonErrorCode | 'accepted' {
  try {
    action();
    return 'accepted';
  } catch (error) {
    if (error instanceof JsonError) return error.code;
    throw error;
  }
}
