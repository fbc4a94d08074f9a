import { canonicalJson, type JsonValue, sha256HexOfText } from '@agent-home/protocol';

/** Returns the SHA-256 of the arguments as RFC 8785 JSON, lowercase hex; decisions are bound to it. */
export function argumentsSha256(value: JsonValue | undefined): string {
  return sha256HexOfText(canonicalJson(value ?? null));
}
