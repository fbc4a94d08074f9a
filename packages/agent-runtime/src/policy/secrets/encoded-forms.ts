/** Shorter secrets would match many harmless texts. */
export const shortestSecret = 8;
/** Longer secrets make the search tables large; keys, tokens and PEM files are far shorter. */
export const longestSecret = 8 * 1024;

/** Shortest beginning of a longer secret that is hidden; a shorter one would be found in innocent texts. */
const shortestPrefix = 16;

/** A longer line is searched for in pieces: a part of a key is worth hiding too, and the tables stay small. */
const longestPiece = 128;

/**
 * Returns the texts to search for a secret. Percent and JSON escapes are not among them, because the search decodes those in any
 * mixture. A secret of several lines, such as a PEM file, is searched for line by line, since most wrappings keep its lines.
 */
export function encodedForms(secret: string): string[] {
  return [...new Set(searchedTexts(secret).map(({ text }) => text))];
}

/** A text that is searched for, from its first `least` characters on. */
export interface SearchedText {
  text: string;
  least: number;
}

/**
 * Returns the search texts of a secret, with the minimum length of a match.
 * @param hasParts true for a structured secret, whose beginning is common to all of its kind
 */
export function searchedTexts(secret: string, hasParts = false): SearchedText[] {
  return toLines(secret).flatMap((line) =>
    cut(line).flatMap((piece, index) =>
      collectForms(piece)
        .filter((form) => form.length >= shortestSecret)
        .map((text) => ({ text, least: hasParts || index > 0 ? text.length : findMinimum(text, piece) })),
    ),
  );
}

function findMinimum(form: string, piece: string): number {
  if (piece.length <= shortestPrefix) return form.length;
  return Math.min(form.length, Math.ceil((form.length * shortestPrefix) / piece.length));
}

function collectForms(piece: string): string[] {
  const bytes = new TextEncoder().encode(piece);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    piece,
    piece.toUpperCase(),
    piece.toLowerCase(),
    // Escaped once more than the search decodes.
    JSON.stringify(piece).slice(1, -1),
    piece.replaceAll(' ', '+'),
    piece.replace(/\s/g, ''),
    toBinary(bytes),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
}

function toLines(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const telling = lines.filter((line) => line.length >= shortestSecret && !line.startsWith('-----'));
  return telling.length === 0 ? [secret] : telling;
}

function cut(line: string): string[] {
  if (line.length <= longestPiece) return [line];
  const count = Math.ceil(line.length / longestPiece);
  const size = Math.ceil(line.length / count);
  return Array.from({ length: count }, (_, index) => line.slice(index * size, (index + 1) * size));
}

/**
 * Returns the base64 forms of bytes. Base64 encodes three bytes in four characters, so a text inside a longer one has another form
 * at each of three offsets. Characters that neighbours influence are left off; they contain at most six bits of the first and the
 * last byte.
 */
function base64Forms(bytes: Uint8Array): string[] {
  const forms = [0, 1, 2].map((offset) => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const written = btoa(toBinary(shifted)).replace(/=+$/, '');
    const isWhole = shifted.length % 3 === 0;
    return written.slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1);
  });
  const whole = btoa(toBinary(bytes));
  return [whole, ...forms].flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Returns one character per byte. */
function toBinary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
