import { z } from 'zod';

/** Text kept in a column of its own. No control characters: PostgreSQL refuses NUL, and no log line may be forged. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'control characters are not allowed');
}
