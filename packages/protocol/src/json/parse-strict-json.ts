import { MAX_JSON_DEPTH } from './json-depth.ts';
import { JsonError } from './json-error.ts';
import { JsonScanner, type ScannedJson } from './json-scanner.ts';
import type { JsonValue } from './json-value.ts';

const DEFAULT_MAX_BYTES = 1024 * 1024;

// The scanner recurses once for each container, so callers must not raise the limit to the end of the stack.
const DEEPEST_ALLOWED = 1000;

// A byte order mark stays in the text, where it is a syntax error: two byte sequences must not be the same document.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface Limits {
  maxBytes?: number;
  maxDepth?: number;
}

/**
 * Parses one JSON document (RFC 8259, UTF-8) and rejects ambiguous input, which two parsers could read differently: duplicate keys,
 * integers beyond ±(2^53-1), lone surrogates, a `__proto__` member. `-0` is read as `0`, as RFC 8785 writes it. `maxBytes` is 1 MiB
 * and `maxDepth` 64 unless given (at most 1000).
 * @throws JsonError
 */
export function parseStrictJson(bytes: Uint8Array, limits: Limits = {}): JsonValue {
  return scanStrictJson(bytes, limits).value;
}

/**
 * Parses strict JSON for a reader of signed documents. Also reports if the text is canonical, and the position of the member at
 * `path`. Signed bytes are taken from the text and need not be serialized.
 * @throws JsonError
 */
export function scanStrictJson(
  bytes: Uint8Array,
  limits: Limits & { path?: readonly string[] },
): ScannedJson {
  if (bytes.byteLength > (limits.maxBytes ?? DEFAULT_MAX_BYTES)) {
    throw new JsonError('too_large', 'document is too large');
  }
  const maxDepth = Math.min(limits.maxDepth ?? MAX_JSON_DEPTH, DEEPEST_ALLOWED);
  return new JsonScanner(decodeUtf8(bytes), maxDepth, limits.path ?? []).scanDocument();
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonError('invalid_utf8', 'document is not valid UTF-8');
  }
}
