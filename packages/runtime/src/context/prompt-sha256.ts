import { canonicalJson, type JsonValue, sha256Hex } from '@agent-home/protocol';
import type { ModelRequest } from '../ports/model-request.ts';

/** What is asked again in every round of a run is written once. */
const texts = new WeakMap<object, string>();
const encoder = new TextEncoder();

/** sha256 of the RFC 8785 bytes of a request's system text, messages and tools. */
export function promptSha256({ system, messages, tools }: Omit<ModelRequest, 'params'>): string {
  const text = `{"messages":[${messages.map(textOf).join(',')}],"system":${canonicalJson(system)},"tools":${textOf(tools)}}`;
  return sha256Hex(encoder.encode(text));
}

function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = canonicalJson(value as JsonValue);
  texts.set(value, text);
  return text;
}
