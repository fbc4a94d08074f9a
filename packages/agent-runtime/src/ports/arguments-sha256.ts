import { canonicalJson, type JsonValue, sha256HexOfText } from '@agent-home/protocol';

/** What a decision is bound to: the arguments as RFC 8785 writes them. */
export function argumentsSha256(value: JsonValue | undefined): string {
  return sha256HexOfText(canonicalJson(value ?? null));
}
