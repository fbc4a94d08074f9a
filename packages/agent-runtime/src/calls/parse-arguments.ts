import { JsonError, type JsonObject, type JsonValue, parseStrictJson } from '@agent-home/protocol';
import { jsonrepair } from 'jsonrepair';

/** Maximum size of arguments, in bytes of UTF-8. Sane calls are far smaller; longer arguments are not parsed. */
export const largestArguments = 256 * 1024;

/** Arguments are nested in a record, whose depth is limited like all JSON of the home. */
const deepestArguments = 32;

export type ParsedArguments =
  | { arguments: JsonObject; mended: boolean }
  | { error: 'invalid_json' | 'too_large'; raw: string };

/** Maximum length of an unparsed text that is shown, in characters. */
const previewLength = 300;

/**
 * Parses a model's arguments, which must be a JSON object. An empty text means no arguments, except in a truncated response, where
 * it may be all that arrived.
 * @param mayInvent true for logs of format 1, where a missing value became null
 * @param mend whether sloppy syntax may be repaired: not for truncated text, nor where a wrong guess has side effects
 */
export function parseArguments(
  text: string,
  { mend, isCutOff, mayInvent = false }: { mend: boolean; isCutOff: boolean; mayInvent?: boolean },
): ParsedArguments {
  if (text.trim() === '')
    return isCutOff ? { error: 'invalid_json', raw: '' } : { arguments: {}, mended: false };
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > largestArguments) return { error: 'too_large', raw: getPreview(text) };
  const strict = asObject(bytes);
  if (strict) return { arguments: strict, mended: false };
  const isMendable = mend && text.trimStart().startsWith('{') && (mayInvent || !lacksValue(text));
  const mended = isMendable ? mendedObject(text) : undefined;
  return mended ? { arguments: mended, mended: true } : { error: 'invalid_json', raw: getPreview(text) };
}

/** True if a member has no value, or the text ends within a number or a word: a repair would invent the value or its rest. */
function lacksValue(text: string): boolean {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""');
  if (/:\s*(?:[,}\]]|$)/.test(bare)) return true;
  return /(?:[-+.]|\d[eE]|[:,[\s](?:t|tr|tru|f|fa|fal|fals|n|nu|nul|N|No|Non|T|Tr|Tru|F|Fa|Fal|Fals))\s*$/.test(
    bare,
  );
}

function getPreview(text: string): string {
  return [...text.slice(0, 2 * previewLength)].slice(0, previewLength).join('').toWellFormed();
}

function asObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: JsonValue = parseStrictJson(bytes, { maxDepth: deepestArguments });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function mendedObject(text: string): JsonObject | undefined {
  try {
    return asObject(new TextEncoder().encode(jsonrepair(text)));
  } catch {
    return undefined;
  }
}
