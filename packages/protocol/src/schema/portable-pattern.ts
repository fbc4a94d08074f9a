/**
 * Converts the pattern of a schema to the subset that every engine interprets alike. JavaScript's notation for digits, slashes and
 * control characters has another meaning elsewhere, or none: `\d` is any script's digit in Python, and RE2 does not support
 * `\u0000`.
 */
export function portablePattern(pattern: string): string {
  return pattern.replace(
    /\\(?:u00([0-9a-fA-F]{2})|(.))|\[[^\]]*\]/gs,
    (whole, code?: string, escaped?: string) => {
      if (code !== undefined) return `\\x${code}`;
      if (escaped === 'd') return '[0-9]';
      if (escaped === '/') return '/';
      return whole.startsWith('[') ? insideClass(whole) : whole;
    },
  );
}

function insideClass(characters: string): string {
  return characters.replace(/\\(?:u00([0-9a-fA-F]{2})|(.))/gs, (whole, code?: string, escaped?: string) => {
    if (code !== undefined) return `\\x${code}`;
    if (escaped === 'd') return '0-9';
    return escaped === '/' ? '/' : whole;
  });
}

/** Returns a JSON Schema, or a document with schemas, with every pattern in its portable form. */
export function withPortablePatterns<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withPortablePatterns) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'pattern' && typeof inner === 'string' ? portablePattern(inner) : withPortablePatterns(inner),
  ]);
  return Object.fromEntries(entries) as Value;
}
