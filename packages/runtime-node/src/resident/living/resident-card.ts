import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import type { CardDraft } from '@agent-home/sdk';

/** Returns the card that a file requests. Its prompt stays private to its owner. */
export function getCard({ title, description, capabilities }: AgentDefinition): CardDraft {
  return {
    name: title,
    personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
    interests: [],
    capabilities: capabilities.slice(0, 10),
    bio: description.slice(0, 500),
    greeting: '',
  };
}
