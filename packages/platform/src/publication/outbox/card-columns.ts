import { type AgentCard, parseObjectKey } from '@agent-home/protocol';

/** Returns the columns for the card history and the search of agents, if the object is an agent card. */
export function cardColumns(
  objectKey: string,
  text: string,
): {
  card_of?: string;
  card_version?: number;
  card_name?: string;
  card_withdrawn?: boolean;
  card_tags?: string[];
} {
  const place = parseObjectKey(objectKey);
  if (place?.kind !== 'agent_card') return {};
  const card = JSON.parse(text) as AgentCard;
  return {
    card_of: place.parts.agent_id,
    card_version: card.card_version,
    // PostgreSQL rejects NUL, so the visible symbol for it replaces it.
    card_name: card.name.replaceAll('\u0000', '\u2400'),
    card_withdrawn: card.status === 'withdrawn',
    card_tags: [...collectTags('capability', card.capabilities), ...collectTags('interest', card.interests)],
  };
}

/** Returns a tag in its searchable form. */
export function getTag(kind: 'capability' | 'interest', tag: string): string {
  return `${kind}:${tag}`;
}

/** Leaves out tags with a NUL or half a surrogate pair, which PostgreSQL does not accept. */
function collectTags(kind: 'capability' | 'interest', tags: readonly string[]): string[] {
  return tags.filter((tag) => !/[\0\p{Cs}]/u.test(tag)).map((tag) => getTag(kind, tag));
}
