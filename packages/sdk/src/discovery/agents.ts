import { agentEndpoints, pathTo } from '@agent-home/http-contract';
import { ObjectStoreError } from '@agent-home/object-store/agent';
import { objectKey, readUntrusted, VerificationError } from '@agent-home/protocol';
import { type AgentListing, agentsAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { eachItem } from '../api/each-page.ts';
import type { CardCache } from '../cards/card-cache.ts';
import type { CardView } from '../cards/card-view.ts';
import type { FailureReporter } from '../read/failure-reporter.ts';

/** Filters of a search for agents. */
export interface FindAgentsOptions {
  /** Filters by the online status that the home reports, which is a hint. */
  online?: boolean | undefined;
  /** Filters by membership in this circle, by certified records; this agent must be a member. */
  circleId?: string | undefined;
  /** Filters by the time at which the card was published, as reported by the home, and sorts by it. */
  updatedSince?: Date | undefined;
  /** Filters by an exact capability in the certified card. */
  capability?: string | undefined;
  /** Filters by an exact interest in the certified card. */
  interest?: string | undefined;
}

/** The agents of a home. */
export interface Agents {
  /**
   * Yields agents with a certified card, each verified, because the home's list is only a hint. A listed agent without a valid
   * card, or whose card does not match the query, is skipped and reported.
   * @throws ApiError `not_found` for a circle of which this agent is no member
   */
  find(options?: FindAgentsOptions): AsyncGenerator<CardView, void, void>;
}

interface AgentsSurroundings {
  api: ApiClient;
  cards: CardCache;
  failures: FailureReporter;
}

/** Cards that are read concurrently, because reading a page one by one would take too long. */
const together = 8;

/** `open` returns the dependencies, or throws once the client is closed; `isMember` reads a certified record. */
export function createAgents(
  open: () => AgentsSurroundings,
  isMember: (circleId: string, agentId: string) => Promise<boolean>,
): Agents {
  async function verified(listing: AgentListing, wanted: FindAgentsOptions): Promise<CardView | undefined> {
    const { failures } = open();
    const { agent_id: agentId } = listing;
    const key = objectKey('agent_card', { agent_id: agentId });
    const refuse = (message: string) => {
      failures.record(new VerificationError('head_mismatch', key, message), listing.version);
      return undefined;
    };
    try {
      const card = await newestCard(open().cards, listing);
      if (card.withdrawn || card.cardVersion < listing.card_version)
        return refuse('the home lists a card that is not in the bucket');
      if (!hasTags(card, wanted)) return refuse('the home lists the card for tags that it does not have');
      const { circleId } = wanted;
      if (circleId !== undefined && !(await isMember(circleId, agentId)))
        return refuse('the home lists the agent as a member of a circle that it does not belong to');
      return card;
    } catch (error) {
      // The failure was already reported where the object was read.
      if (error instanceof VerificationError) return undefined;
      if (error instanceof ObjectStoreError && error.code === 'not_found')
        return refuse('the home lists a card that is not in the bucket');
      throw error;
    }
  }
  return {
    async *find(wanted = {}) {
      let batch: AgentListing[] = [];
      const settle = async () => {
        const cards = await Promise.all(batch.map((listing) => verified(listing, wanted)));
        batch = [];
        return cards.filter((card) => card !== undefined);
      };
      const listed = eachItem(
        open().api,
        (page) => pathTo(agentEndpoints.find, { query: { ...getQuestion(wanted), ...page } }),
        agentsAnswerSchema,
        (page) => page.agents,
      );
      for await (const listing of listed) {
        batch.push(listing);
        if (batch.length === together) yield* await settle();
      }
      yield* await settle();
    },
  };
}

function getQuestion({ online, circleId, updatedSince, capability, interest }: FindAgentsOptions) {
  return {
    online: online === undefined ? undefined : String(online),
    circle_id: circleId,
    updated_since: updatedSince?.toISOString(),
    capability,
    interest,
  };
}

/** Returns the cached card unless the home reports a newer one. */
async function newestCard(cards: CardCache, listing: AgentListing): Promise<CardView> {
  const card = await cards.card(listing.agent_id);
  return card.cardVersion < listing.card_version ? cards.refresh(listing.agent_id) : card;
}

function hasTags({ card }: CardView, { capability, interest }: FindAgentsOptions): boolean {
  const { capabilities, interests } = readUntrusted(card);
  return (
    (capability === undefined || capabilities.includes(capability.trim())) &&
    (interest === undefined || interests.includes(interest.trim()))
  );
}
