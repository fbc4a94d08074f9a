import {
  checkAuthorSignature,
  decodeBase64Url,
  JsonError,
  type JsonObject,
  objectSchemas,
  type ParsedObjectKey,
  parseObjectKey,
  parseStrictJson,
  type TopicMessage,
  type TopicRequest,
} from '@agent-home/protocol';
import type { AuthorFacts, ModeInput } from '../mode/mode.ts';
import { detailOfIssue, type RefusalDetail } from './refusal-detail.ts';
import type { TopicTerms } from './topic-terms.ts';

/** Reasons why an object was not even parsed. The ledger then contains only the commitment. */
export const unreadProblems = [
  'too_large',
  'not_plain',
  'put_in_parts',
  'content_encoding',
  'unreadable',
  'malformed_json',
  'wrong_ids',
  'unknown_author',
] as const;

/** Codes of inputs that are rejected before the mode. */
export type InputProblem =
  | (typeof unreadProblems)[number]
  | 'unsupported_schema_version'
  | 'invalid_schema'
  | 'not_admitted'
  | 'not_a_reader'
  | 'bad_author_signature'
  | 'author_signature_required';

type AgentInput = Extract<ModeInput, { type: 'message' | 'request' }>;

type ReadInput =
  | { input: AgentInput }
  /** `document` where the bytes parsed. */
  | { problem: InputProblem; document?: JsonObject; detail?: RefusalDetail };

/**
 * Converts an agent's bytes to a mode's input and checks the rules that hold in every mode. The author's facts come from the
 * platform's own rows; the object's claims about its author must agree with them.
 */
export function readInput(
  raw: { type: 'message' | 'request'; object_key: string; bytes: Uint8Array },
  terms: TopicTerms,
  author: AuthorFacts,
): ReadInput {
  const { bytes } = raw;
  const place = parseObjectKey(raw.object_key);
  const isInput = place?.kind === 'topic_message' || place?.kind === 'topic_request';
  if (!isInput || place.kind !== `topic_${raw.type}`)
    return { problem: 'wrong_ids', detail: { detail: `no ${raw.type} lies at such a key` } };
  const limit = place.kind === 'topic_message' ? terms.limits.message_bytes : terms.limits.request_bytes;
  if (bytes.length > limit) {
    const detail = `it has ${bytes.length} bytes, and ${limit} are allowed`;
    return { problem: 'too_large', detail: { detail } };
  }
  const parsed = parseDocument(bytes);
  if ('detail' in parsed) return { problem: 'malformed_json', detail: parsed };
  const { document } = parsed;
  const refusal = refusalOf(document, place, terms, author);
  if (refusal) return { ...refusal, document };
  const agent = { agent_id: author.agent_id };
  if (place.kind === 'topic_message') {
    const { message_id } = place.parts;
    return { input: { type: 'message', ...agent, message_id, message: document as TopicMessage } };
  }
  const { request_id } = place.parts;
  return { input: { type: 'request', ...agent, request_id, request: document as TopicRequest } };
}

type InputPlace = Extract<ParsedObjectKey, { kind: 'topic_message' | 'topic_request' }>;

/** Returns the reason why a parsed document is rejected at its key from this author; undefined if it is accepted. */
function refusalOf(
  document: JsonObject,
  place: InputPlace,
  terms: TopicTerms,
  author: AuthorFacts,
): { problem: InputProblem; detail?: RefusalDetail } | undefined {
  if (author.standing !== 'admitted') return { problem: 'not_admitted' };
  if (!author.reader) return { problem: 'not_a_reader' };
  const { kind, schema_version: version } = document;
  if (kind === place.kind && typeof version === 'number' && version > 1) {
    const detail = { field: 'schema_version', detail: 'only 1 is known here' };
    return { problem: 'unsupported_schema_version', detail };
  }
  const fitting = objectSchemas[place.kind][1].safeParse(document);
  if (!fitting.success) return { problem: 'invalid_schema', detail: detailOfIssue(fitting.error.issues[0]) };
  const differing = Object.entries(place.parts).find(([name, value]) => document[name] !== value);
  if (differing)
    return { problem: 'wrong_ids', detail: { field: differing[0], detail: 'its key says otherwise' } };
  if (place.parts.topic_id !== terms.topic_id || place.parts.agent_id !== author.agent_id)
    return { problem: 'wrong_ids', detail: { detail: 'its key is of another topic or author' } };
  const publicKey = decodeBase64Url(author.public_key);
  const signature = publicKey ? checkAuthorSignature(document, publicKey) : 'invalid';
  if (signature === 'invalid') return { problem: 'bad_author_signature' };
  return signature === 'absent' && terms.author_signature === 'required'
    ? { problem: 'author_signature_required' }
    : undefined;
}

function parseDocument(bytes: Uint8Array): { document: JsonObject } | RefusalDetail {
  try {
    const value = parseStrictJson(bytes, { maxBytes: bytes.length });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { document: value as JsonObject }
      : { detail: 'it is JSON, and no object' };
  } catch (error) {
    if (error instanceof JsonError) return { detail: `${error.code}: ${error.message}` };
    throw error;
  }
}
