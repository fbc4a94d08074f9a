/** Percent-encodes as in RFC 3986: all bytes of the UTF-8 text except letters, digits and `-._~`. */
export function encodeUriComponent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes like `encodeUriComponent`, but keeps `/`. */
export function encodeUriPath(text: string): string {
  return encodeUriComponent(text).replaceAll('%2F', '/');
}

/**
 * Decodes a component; `undefined` for an invalid escape or bytes that are not UTF-8, so that no two encodings share a name by
 * accident.
 */
export function decodeUriComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a query; `undefined` if any part cannot be decoded or a name occurs twice, because two readers could pick different
 * values.
 */
export function parseQueryString(text: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const spelled = pair.replaceAll('+', ' ');
    const name = decodeUriComponent(equals < 0 ? spelled : spelled.slice(0, equals));
    const value = equals < 0 ? '' : decodeUriComponent(spelled.slice(equals + 1));
    if (name === undefined || value === undefined || parameters.has(name)) return undefined;
    parameters.set(name, value);
  }
  return parameters;
}
