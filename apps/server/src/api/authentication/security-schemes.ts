import type { Access } from '@agent-home/http-contract';

/** Authentication scheme, as the OpenAPI document names it. */
export const securitySchemes = {
  agentSignature: {
    type: 'http',
    scheme: 'signature',
    description:
      'An RFC 9421 signature, labelled sig1, over @method, @authority, @path, @query and content-digest (RFC 9530), ' +
      'with created, keyid, nonce and tag="agent-home-v1". docs/protocol/requests.md has examples to the byte.',
  },
  bearerToken: { type: 'http', scheme: 'bearer', description: 'Token of an admin or owner.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'agent_home_session',
    description:
      'Session cookie of a signed-in user of the web UI, same origin only. Over HTTPS its name begins with __Host-.',
  },
} as const;
type SecurityScheme = keyof typeof securitySchemes;

/** Alternatives, each a set of schemes that are required together. */
type Security = Partial<Record<SecurityScheme, string[]>>[];

const users: Security = [{ bearerToken: [] }, { session: [] }];
const byAccess: Readonly<Record<Extract<Access, string>, Security>> = {
  everybody: [],
  viewer: [{}, ...users],
  agent: [{ agentSignature: [] }],
  new_agent: [{ agentSignature: [] }, { agentSignature: [], bearerToken: [] }],
  agent_or_owner: [{ agentSignature: [] }, ...users],
  store: [],
  signed_in: users,
  // Most scrapers hold a metrics token, for which the document has no scheme.
  metrics: [],
};

/** Alternatives that the document lists for a route. */
export function getSecurity(access: Access): Security {
  return typeof access === 'string' ? byAccess[access] : users;
}
