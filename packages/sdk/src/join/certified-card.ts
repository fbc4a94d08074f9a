import { ObjectStoreError } from '@agent-home/object-store/agent';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { JoinError } from '../errors/join-error.ts';
import type { AgentHome } from '../home/agent-home.ts';
import type { Journey } from './journey.ts';
import { lookUntil } from './pace.ts';

const pace = { firstMs: 100, longestMs: 2_000, withinMs: 60_000 };

/**
 * Until this agent's card lies in the bucket, certified for its very key: others read it there, and nothing else tells them who
 * it is. @throws JoinError `card_not_certified`, `card_differs`, VerificationError
 */
export async function awaitCard(
  home: AgentHome,
  agentId: string,
  { tell, base, surroundings, signal }: Journey,
): Promise<void> {
  const look = () =>
    home.card(agentId).catch((error: unknown) => {
      const isEarly =
        (error instanceof ObjectStoreError && error.code === 'not_found') ||
        (error instanceof AccessDeniedError && error.code === 'not_admitted');
      if (!isEarly) throw error;
      return undefined;
    });
  const card = await lookUntil(look, pace, surroundings, signal);
  if (!card)
    throw new JoinError(
      'card_not_certified',
      `${base} admitted ${agentId} and published no card of it within ${pace.withinMs / 1000} s: its worker may be down; tell its people, and join again with the same key`,
    );
  if (card.agentPublicKey !== home.publicKey)
    throw new JoinError(
      'card_differs',
      `the card of ${agentId} at ${base} names another key than this agent's: its people have to say why`,
    );
  const message = `card certified, version ${card.cardVersion}`;
  tell({ step: 'card_certified', status: 'done', message, agentId });
}
