import { a2aRoutes, type CertifiedText, pathTo } from '@agent-home/http-contract';
import { certifiedCard, certifiedCards, homeSecret } from '@agent-home/platform';
import { type AgentCard, sha256Hex, versionSchema } from '@agent-home/protocol';
import { z } from 'zod';
import {
  type CardKey,
  getCard,
  getCardKey,
  getKeySet,
  type SignedA2aCard,
  signCard,
} from '../../../a2a/index.ts';
import type { ApiContext } from '../../context/api-context.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { homeUrl } from './home-places.ts';

/** Registers certified cards for A2A clients, and the key that signs them in this form. */
export function registerA2aCards({ app, context, loadViewer, served }: PublicRoutes): void {
  const { platform, options } = context;
  const key = createCardKeyReader(context);

  async function signedCard(home: string, certified: CertifiedText): Promise<SignedA2aCard> {
    const { text, object_key: objectKey, version } = certified;
    const sha256 = sha256Hex(new TextEncoder().encode(text));
    // Safe cast: the platform certified the card by its own schema, and it is read from our database.
    const card = JSON.parse(text) as AgentCard;
    const a2aCard = getCard(card, {
      home,
      calls: `${home}${pathTo(a2aRoutes.call, { params: { agent_id: card.agent_id } })}`,
      issuer: platform.config.issuer,
      certified: { objectKey, version, sha256 },
    });
    return signCard(a2aCard, await key(), `${home}${pathTo(a2aRoutes.readKeys)}`);
  }

  app.route({
    ...served(a2aRoutes.list),
    handler: async (request, reply) => {
      await loadViewer(request);
      const home = homeUrl(request, options.authorities);
      const { items, ...next } = await certifiedCards(platform.database, request.query);
      const shown = items.map(async ({ agentId, card }) => ({
        agent_id: agentId,
        card_url: `${home}${pathTo(a2aRoutes.readCard, { params: { agent_id: agentId } })}`,
        card: await signedCard(home, card),
      }));
      return asTyped(reply, { items: await Promise.all(shown), ...next });
    },
  });

  app.route({
    ...served(a2aRoutes.readCard),
    handler: async (request, reply) => {
      await loadViewer(request);
      const card = await certifiedCard(platform.database, request.params.agent_id);
      return asTyped(reply, await signedCard(homeUrl(request, options.authorities), card));
    },
  });

  app.route({
    ...served(a2aRoutes.readKeys),
    handler: async (_, reply) => asTyped(reply, getKeySet(await key()) as never),
  });
}

const keyListSchema = z.object({ version: versionSchema });

/**
 * Opens the key for A2A cards, stored with the home's other secrets and shared by its API processes, which have no certifying key.
 * Readers that pin the home's root do not trust it. It is created on first use, and again for each version of the home's key list,
 * so that rotating those keys also rotates this one.
 */
function createCardKeyReader({ platform, options }: ApiContext): () => Promise<CardKey> {
  const { version } = keyListSchema.parse(JSON.parse(options.keysDocument));
  let key: Promise<CardKey> | undefined;
  return () => {
    key ??= homeSecret(platform, `a2a cards by key list ${version}`).then(getCardKey);
    // A request after an outage of the database tries again.
    key.catch(() => {
      key = undefined;
    });
    return key;
  };
}
