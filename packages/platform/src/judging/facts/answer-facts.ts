import type { FactRequest, Facts } from '@agent-home/modes';
import { and, eq } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { CheckedProposal } from '../../foundation/judges/proposal-safety.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { handedInFact } from './handed-in-fact.ts';
import { proposalFact } from './proposal-fact.ts';

/** Responses to modes' requests that were found before the transaction, by the canonical JSON of the request. */
export type PreparedFacts = Map<string, Facts>;

/**
 * Thrown if a fact found before the transaction is no longer true. The caller rolls back and returns it as a value, so that
 * `untilAnswered` finds it again.
 */
export class StaleFacts extends Error {
  override readonly name = 'StaleFacts';
}

/**
 * Placeholder for a fact that is not known yet, so that one pass collects all requests. Results computed with
 * it are discarded.
 */
export function placeholderFor(request: FactRequest): Facts {
  switch (request.fact) {
    case 'dictionary':
      return { dictionary: { known: false } };
    case 'poem':
      return { poem: { score: 0, notes: [] } };
    case 'handed_in':
      return { handed_in: { sha256: null } };
    case 'proposal': {
      const reserved = { kind: 'topic', id: 'none', object_key: '' } as const;
      return { proposal: { eligible: false, safe: false, within_budget: false, reserved } };
    }
    default:
      return {};
  }
}

/** Finds a response that needs a judge or the database. It is valid for one attempt at judging only. */
export async function answerLater(
  platform: PublishingPlatform,
  topicId: string,
  request: FactRequest,
): Promise<Facts | undefined> {
  const { judges, database } = platform;
  switch (request.fact) {
    case 'dictionary':
      return { dictionary: { known: judges.dictionary.has(request.text) } };
    case 'poem':
      return {
        poem: await judges.poemJudge.judge({
          theme: request.theme,
          text: request.text,
          isPublic: await isPublicTopic(database, topicId),
        }),
      };
    case 'proposal': {
      const isPublic = request.payload.visibility === 'public' && (await isPublicTopic(database, topicId));
      const check = (proposal: Pick<CheckedProposal, 'type' | 'payload'>) =>
        judges.proposalSafety.check({ ...proposal, isPublic });
      return { proposal: await proposalFact(platform, request, check) };
    }
    case 'handed_in':
      return { handed_in: await handedInFact(platform, request.object_key) };
    default:
      return undefined;
  }
}

async function isPublicTopic(database: Database, topicId: string): Promise<boolean> {
  const { topics } = tables;
  return (
    (await database.$count(topics, and(eq(topics.topicId, topicId), eq(topics.visibility, 'public')))) > 0
  );
}
