import type { FactRequest, Facts } from '@agent-home/modes';
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
  request: FactRequest,
): Promise<Facts | undefined> {
  const { judges } = platform;
  switch (request.fact) {
    case 'dictionary':
      return { dictionary: { known: judges.dictionary.has(request.text) } };
    case 'poem':
      return { poem: await judges.poemJudge.judge({ theme: request.theme, text: request.text }) };
    case 'proposal':
      return { proposal: await proposalFact(platform, request, judges.proposalSafety) };
    case 'handed_in':
      return { handed_in: await handedInFact(platform, request.object_key) };
    default:
      return undefined;
  }
}
