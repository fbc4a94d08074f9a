import { type AgentCard, parseObjectKey } from '@agent-home/protocol';

/** The columns of the card history, where the object is an agent card. */
export function cardColumns(
  objectKey: string,
  text: string,
): { card_of?: string; card_version?: number; card_name?: string; card_withdrawn?: boolean } {
  const place = parseObjectKey(objectKey);
  if (place?.kind !== 'agent_card') return {};
  const card = JSON.parse(text) as AgentCard;
  return {
    card_of: place.parts.agent_id,
    card_version: card.card_version,
    // PostgreSQL takes no NUL, so the visible symbol for it stands in its place.
    card_name: card.name.replaceAll('\u0000', '\u2400'),
    card_withdrawn: card.status === 'withdrawn',
  };
}
