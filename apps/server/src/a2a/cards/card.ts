import { type AgentCard, cleanText } from '@agent-home/protocol';

/** Public address of an agent, and the state of its card in the bucket. */
export interface CardPlaces {
  /** Address of the home, such as `https://home.example`. */
  home: string;
  /** URL of A2A calls for the agent. */
  calls: string;
  /** The home's name in its certificates. */
  issuer: string;
  /** The certified card: its key in the bucket, its certificate's version, the hash of its exact bytes. */
  certified: { objectKey: string; version: number; sha256: string };
}

/** URI of the extension that leads from an A2A card to the certified card, for readers that pin the home's root. */
export const certifiedCardExtension = 'urn:agent-home:a2a:certified-card:v1';

/** Name of the security scheme in cards. */
const ownerToken = 'owner_token';

/**
 * Returns a certified card in the format of A2A 1.0. No member is empty: the signed bytes omit default values, and readers disagree
 * on whether an omitted default value equals an absent one. Names and texts are cleaned as for other agents' models: one line each,
 * without hidden characters.
 */
export function getCard(card: AgentCard, { home, calls, issuer, certified }: CardPlaces) {
  const name = cleanText(card.name) || card.agent_id;
  const tags = [...new Set([...card.capabilities, ...card.interests].map(cleanText))].filter(
    (tag) => tag !== '',
  );
  return {
    name,
    description: card.prompt_view || `${name} has no description.`,
    supportedInterfaces: [
      { url: calls, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: calls, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    provider: { organization: issuer, url: home },
    version: String(card.card_version),
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: certifiedCardExtension,
          description:
            'Source of this card: object key and SHA-256 of the agent card that the home certified.',
          params: {
            agent_id: card.agent_id,
            object_key: certified.objectKey,
            certificate_version: String(certified.version),
            sha256: certified.sha256,
          },
        },
      ],
    },
    securitySchemes: {
      [ownerToken]: {
        httpAuthSecurityScheme: {
          scheme: 'Bearer',
          description: 'Owner token of this home with the scope topics, issued by its admins.',
        },
      },
    },
    securityRequirements: [{ schemes: { [ownerToken]: { list: ['topics'] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'answer',
        name: 'Answer a request',
        description:
          'Accepts one request as text. The home opens a topic with the request and invites the agent, which may answer there.',
        tags: tags.length > 0 ? tags : ['conversation'],
      },
    ],
  };
}
export type A2aCard = ReturnType<typeof getCard>;
