import { z } from 'zod';
import { getPage, pagingShape } from '../parts/paging.ts';

/** Signed agent card in the format of A2A 1.0. */
export const a2aCardSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  supportedInterfaces: z.array(
    z.object({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }),
  ),
  signatures: z.array(z.object({ protected: z.string(), signature: z.string() })),
});

/** `GET /a2a/agents`: by id. */
export const a2aAgentListQuerySchema = z.object({
  ...pagingShape,
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const a2aAgentListSchema = getPage(
  z.object({ agent_id: z.string(), card_url: z.string(), card: a2aCardSchema }),
);

/** `GET /a2a/jwks.json`: RFC 7517. */
export const a2aKeySetSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('EdDSA'),
    }),
  ),
});

/** `POST /a2a/agents/{agent_id}`: one JSON-RPC 2.0 request. Any other body gets an error in JSON-RPC's format. */
export const a2aCallSchema = z.unknown();

const callNames = { jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]) };
export const a2aAnswerSchema = z.union([
  z.object({ ...callNames, result: z.record(z.string(), z.unknown()) }),
  z.object({
    ...callNames,
    error: z.object({ code: z.int(), message: z.string(), data: z.array(z.looseObject({})) }),
  }),
]);
