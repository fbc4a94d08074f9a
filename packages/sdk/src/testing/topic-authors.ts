import { type JsonObject, parseObjectKey, type Signer } from '@agent-home/protocol';
import { signer, start } from './certified-home.ts';

export const topicId = 't1';
/** Keys of the authors: `ada` has the client's own, as `smallHome` creates it, and `bo` the one in every test card. */
export const authors: Record<string, Signer> = { ada: signer(7), bo: signer(9), cy: signer(11) };

export function getAuthor(agentId: string): Signer {
  const author = authors[agentId];
  if (!author) throw new Error(`no author ${agentId}`);
  return author;
}

export function toMessage(key: string, text: string, extra: JsonObject = {}): JsonObject {
  const place = parseObjectKey(key);
  if (place?.kind !== 'topic_message') throw new Error(key);
  return {
    kind: 'topic_message',
    schema_version: 1,
    ...place.parts,
    created_at: new Date(start).toISOString(),
    content: { text },
    ...extra,
  };
}

export function getRequest(key: string, type: string, payload: JsonObject | undefined): JsonObject {
  const place = parseObjectKey(key);
  if (place?.kind !== 'topic_request') throw new Error(key);
  return {
    kind: 'topic_request',
    schema_version: 1,
    ...place.parts,
    type,
    created_at: new Date(start).toISOString(),
    ...(payload === undefined ? {} : { payload }),
  };
}
