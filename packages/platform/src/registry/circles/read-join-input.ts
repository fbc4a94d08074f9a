import type { ReasonOf } from '@agent-home/modes';
import {
  circleJoinApprovalSchema,
  circleJoinRequestSchema,
  JsonError,
  type ObjectKeyParts,
  parseStrictJson,
  sha256Hex,
} from '@agent-home/protocol';
import type { z } from 'zod';

/** A join request as it was written, with the hash of its bytes. */
export interface ReadRequest {
  note: string | undefined;
  sha256: string;
}

export interface ReadApproval {
  candidateAgentId: string;
  decision: 'approve' | 'reject';
  requestSha256: string;
}

type Content = { bytes: Uint8Array } | { problem: ReasonOf<'store'> };

export function readJoinRequest(
  content: Content,
  place: ObjectKeyParts<'circle_join_request'>,
  maxBytes: number,
): ReadRequest | { problem: ReasonOf<'circle'> } {
  const read = readDocument(content, circleJoinRequestSchema, place, maxBytes);
  return 'problem' in read ? read : { note: read.document.note, sha256: sha256Hex(read.bytes) };
}

export function readJoinApproval(
  content: Content,
  place: ObjectKeyParts<'circle_join_approval'>,
  maxBytes: number,
): ReadApproval | { problem: ReasonOf<'circle'> } {
  const read = readDocument(content, circleJoinApprovalSchema, place, maxBytes);
  if ('problem' in read) return read;
  const { candidate_agent_id: candidateAgentId, decision, request_sha256: requestSha256 } = read.document;
  return { candidateAgentId, decision, requestSha256 };
}

/** Parses strictly, and rejects a document whose ids differ from those of its key. */
function readDocument<Schema extends z.ZodType<Record<string, unknown>>>(
  content: Content,
  schema: Schema,
  place: Record<string, string>,
  maxBytes: number,
): { document: z.output<Schema>; bytes: Uint8Array } | { problem: ReasonOf<'circle'> } {
  if ('problem' in content) return content;
  const { bytes } = content;
  let value: unknown;
  try {
    value = parseStrictJson(bytes, { maxBytes });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { problem: 'invalid_json' };
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { problem: 'invalid_schema' };
  const document = parsed.data;
  const isAtHome = Object.entries(place).every(([name, id]) => document[name] === id);
  return isAtHome ? { document, bytes } : { problem: 'id_mismatch' };
}
