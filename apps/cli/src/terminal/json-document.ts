/**
 * Characters that JSON does not escape and a terminal interprets or hides: C1 controls, bidirectional and zero-width characters.
 */
const steering = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Renders a value as an equal JSON document of several lines, with control characters escaped so that it cannot steer a terminal.
 */
export function jsonDocument(value: unknown): string {
  return calm(JSON.stringify(value, undefined, 2));
}

/** Returns the value as JSON on one line, with the same escapes. */
export function jsonLine(value: unknown): string {
  return calm(JSON.stringify(value));
}

function calm(text: string): string {
  return text.replace(steering, (found) =>
    // Keeps the line ends of the document itself; those within texts are already escaped.
    found === '\n' ? found : Array.from({ length: found.length }, (_, at) => escaped(found, at)).join(''),
  );
}

function escaped(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
