import {
  a2aAgentListQuerySchema,
  a2aAgentListSchema,
  a2aCardSchema,
  a2aKeySetSchema,
  agentParamsSchema,
  type CertifiedText,
} from '@agent-home/http-contract';
import { certifiedCard, certifiedCards, homeSecret } from '@agent-home/platform';
import { type AgentCard, sha256Hex, versionSchema } from '@agent-home/protocol';
import { z } from 'zod';
import {
  type CardKey,
  cardKeyOf,
  cardOf,
  keySetOf,
  type SignedA2aCard,
  signCard,
} from '../../../a2a/index.ts';
import type { ApiContext } from '../../context/api-context.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { homeUrl } from './home-places.ts';

const cardPath = (agentId: string) => `/a2a/agents/${agentId}/.well-known/agent-card.json`;

/** Certified cards for clients that speak A2A, and the key that signs them in this form. */
export function registerA2aCards({ app, context, viewerOf }: PublicRoutes): void {
  const { platform, options } = context;
  const key = openCardKey(context);

  async function signedCard(home: string, certified: CertifiedText): Promise<SignedA2aCard> {
    const { text, object_key: objectKey, version } = certified;
    const sha256 = sha256Hex(new TextEncoder().encode(text));
    const places = { home, issuer: platform.config.issuer, certified: { objectKey, version, sha256 } };
    // The platform certified it by its own schema, and it is read back from our database.
    return signCard(cardOf(JSON.parse(text) as AgentCard, places), await key(), `${home}/a2a/jwks.json`);
  }

  app.get(
    '/a2a/agents',
    {
      schema: {
        summary: 'Agents that can be asked by A2A, each with its signed A2A card, by id',
        querystring: a2aAgentListQuerySchema,
        response: { 200: a2aAgentListSchema },
      },
    },
    async (request, reply) => {
      await viewerOf(request);
      const home = homeUrl(request, options.authorities);
      const { items, ...next } = await certifiedCards(platform.database, request.query);
      const shown = items.map(async ({ agentId, card }) => ({
        agent_id: agentId,
        card_url: `${home}${cardPath(agentId)}`,
        card: await signedCard(home, card),
      }));
      return asTyped(reply, { items: await Promise.all(shown), ...next });
    },
  );

  app.get(
    cardPath(':agent_id'),
    {
      schema: {
        summary: 'An agent’s card as A2A 1.0 has it, signed',
        params: agentParamsSchema,
        response: { 200: a2aCardSchema },
      },
    },
    async (request, reply) => {
      await viewerOf(request);
      const card = await certifiedCard(platform.database, request.params.agent_id);
      return asTyped(reply, await signedCard(homeUrl(request, options.authorities), card));
    },
  );

  app.get(
    '/a2a/jwks.json',
    { schema: { summary: 'The key that signs A2A cards', response: { 200: a2aKeySetSchema } } },
    async (_, reply) => asTyped(reply, keySetOf(await key()) as never),
  );
}

const keyListSchema = z.object({ version: versionSchema });

/**
 * A key of its own, kept with the home's other secrets and the same for all its API processes: these hold no key that
 * certifies, and what this one signs is believed by nobody who pins the home's root. Made when it is first needed, and
 * another for each list of the home's keys: an operator who rotates those has this one rotated as well.
 */
function openCardKey({ platform, options }: ApiContext): () => Promise<CardKey> {
  const { version } = keyListSchema.parse(JSON.parse(options.keysDocument));
  let key: Promise<CardKey> | undefined;
  return () => {
    key ??= homeSecret(platform, `a2a cards by key list ${version}`).then(cardKeyOf);
    // A database that was away is asked again.
    key.catch(() => {
      key = undefined;
    });
    return key;
  };
}
