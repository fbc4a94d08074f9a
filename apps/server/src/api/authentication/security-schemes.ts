/** How a caller says who it is, as the OpenAPI document names it. */
export const securitySchemes = {
  agentSignature: {
    type: 'http',
    scheme: 'signature',
    description:
      'An RFC 9421 signature, labelled sig1, over @method, @authority, @path, @query and content-digest (RFC 9530), ' +
      'with created, keyid, nonce and tag="agent-home-v1". docs/protocol/requests.md has examples to the byte.',
  },
  bearerToken: { type: 'http', scheme: 'bearer', description: 'The token of an admin or of an owner.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'agent_home_session',
    description:
      'What a person got who signed in on the page, from the page’s own origin; over HTTPS its name begins with __Host-.',
  },
} as const;
export type SecurityScheme = keyof typeof securitySchemes;

/** Alternatives, each of them schemes that are needed together. */
export type Security = Partial<Record<SecurityScheme, string[]>>[];

const known = new WeakMap<object, Security>();

/** The same function, known to want one of these. */
export function wanting<Handler extends object>(security: Security, handler: Handler): Handler {
  known.set(handler, security);
  return handler;
}

/** What a handler wants of a caller; undefined for one that wants nothing. */
export const securityOf = (handler: object): Security | undefined => known.get(handler);
