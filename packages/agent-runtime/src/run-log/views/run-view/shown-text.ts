import { z } from 'zod';

/** Longest text of a step, in UTF-16 units; its record has the whole text. */
export const longestShownText = 16_000;

/** Text of a step, from its beginning. */
export const shownTextSchema = z.strictObject({
  text: z.string(),
  /** Length of the whole text, in UTF-16 units; absent if nothing was cut. */
  whole: z.int().exactOptional(),
});
export type ShownText = z.infer<typeof shownTextSchema>;

/** Returns the beginning of a text, with its whole length if it was cut. */
export function toShownText(text: string): ShownText {
  if (text.length <= longestShownText) return { text };
  // A character of two units is not separated.
  const last = text.charCodeAt(longestShownText - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? longestShownText - 1 : longestShownText;
  return { text: text.slice(0, end), whole: text.length };
}

/** Returns a value as indented JSON. */
export function toShownJson(value: unknown): ShownText {
  return toShownText(JSON.stringify(value, undefined, 2));
}
