import { z } from 'zod';

/**
 * Excludes control characters: PostgreSQL rejects NUL, and a line break could forge a log line. Spelled out for readers of the
 * OpenAPI document in other languages, whose patterns lack Unicode properties.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const withoutControlCharacters = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** Single-line text without control characters. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(withoutControlCharacters, 'control characters are not allowed; remove them');
}
