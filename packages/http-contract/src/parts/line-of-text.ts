import { z } from 'zod';

/**
 * No control characters: PostgreSQL refuses NUL, and no log line may be forged. Spelled out, so that readers of our
 * OpenAPI document in other languages, whose patterns know no Unicode properties, can use it.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const withoutControlCharacters = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** Text kept in a column of its own. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(withoutControlCharacters, 'control characters are not allowed; remove them');
}
