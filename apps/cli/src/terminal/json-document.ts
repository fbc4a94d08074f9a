/**
 * Characters that JSON does not escape and a terminal interprets or hides: C1 controls, bidirectional and zero-width characters.
 */
const steering = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A value as a JSON document of several lines that says the same and steers no terminal it is printed on. */
export function jsonDocument(value: unknown): string {
  return calm(JSON.stringify(value, undefined, 2));
}

/** Returns the value as JSON on one line, with the same escapes. */
export function jsonLine(value: unknown): string {
  return calm(JSON.stringify(value));
}

function calm(text: string): string {
  return text.replace(steering, (found) =>
    // Line ends of the document itself: within texts they are escaped already.
    found === '\n' ? found : Array.from({ length: found.length }, (_, at) => escaped(found, at)).join(''),
  );
}

function escaped(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
