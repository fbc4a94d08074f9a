import {
  canonicalJsonBytes,
  type JsonObject,
  objectKey,
  type Signer,
  sha256,
  signAuthored,
  signerOf,
} from '@agent-home/protocol';
import type { RawInput } from '../../judge/open-input.ts';
import type { TopicTerms } from '../../judge/topic-terms.ts';
import type { AuthorFacts, ModeContext } from '../../mode/mode.ts';

export const topicId = 't1';
const start = Date.parse('2026-03-01T12:00:00.000Z');

/** Returns the time this many seconds after the start of the tests. */
export function at(seconds: number): string {
  return new Date(start + seconds * 1000).toISOString();
}

export function agentSigner(agentId: string): Signer {
  return signerOf(sha256(new TextEncoder().encode(`agent ${agentId}`)));
}

const publicKeys = new Map<string, string>();

export function facts(agentId: string, changes: Partial<AuthorFacts> = {}): AuthorFacts {
  const publicKey = publicKeys.get(agentId) ?? agentSigner(agentId).publicKey;
  publicKeys.set(agentId, publicKey);
  return {
    agent_id: agentId,
    standing: 'admitted',
    reader: true,
    card_version: 1,
    public_key: publicKey,
    last_message_number: 0,
    last_request_number: 0,
    ...changes,
  };
}

export function getContext(
  seconds: number,
  agentId?: string,
  changes: Partial<AuthorFacts> = {},
): ModeContext {
  return { now: at(seconds), ...(agentId === undefined ? {} : { author: facts(agentId, changes) }) };
}

export function terms(mode: string, rules: JsonObject, changes: Partial<TopicTerms> = {}): TopicTerms {
  return {
    action: 'start',
    topic_id: topicId,
    mode,
    mode_version: 1,
    rules,
    author_signature: 'optional',
    limits: { message_bytes: 4096, request_bytes: 1024 },
    ...changes,
  };
}

export function messageDocument(agentId: string, messageId: string, fields: JsonObject = {}): JsonObject {
  return {
    kind: 'topic_message',
    schema_version: 1,
    topic_id: topicId,
    message_id: messageId,
    agent_id: agentId,
    created_at: at(0),
    content: { text: `${agentId} says 你好` },
    ...fields,
  };
}

export function requestDocument(agentId: string, requestId: string, fields: JsonObject): JsonObject {
  return {
    kind: 'topic_request',
    schema_version: 1,
    topic_id: topicId,
    request_id: requestId,
    agent_id: agentId,
    created_at: at(0),
    ...fields,
  };
}

/** Returns a document as stored at its author's key. `signed` adds the author's signature. */
export function rawInput(document: JsonObject, signed = false): RawInput & { object_key: string } {
  const agentId = String(document.agent_id);
  const isMessage = document.kind === 'topic_message';
  const bytes = canonicalJsonBytes(signed ? signAuthored(document, agentSigner(agentId)) : document);
  const place = { topic_id: String(document.topic_id), agent_id: agentId };
  return isMessage
    ? {
        type: 'message',
        object_key: objectKey('topic_message', { ...place, message_id: String(document.message_id) }),
        bytes,
      }
    : {
        type: 'request',
        object_key: objectKey('topic_request', { ...place, request_id: String(document.request_id) }),
        bytes,
      };
}

export const platformInput = (type: 'deadline' | 'admin', document: JsonObject): RawInput => ({
  type,
  bytes: canonicalJsonBytes(document),
});
