import type { FactRequest, Facts } from '@agent-home/modes';
import { asJson, canonicalJson } from '@agent-home/protocol';
import pMap from 'p-map';
import type { PreparedFacts, StaleFacts } from './answer-facts.ts';

/** Reason why nothing was judged: facts are missing, or a given one is no longer true. */
export type NotYetJudged = { missing: readonly FactRequest[] } | { stale: StaleFacts };

/** Facts that are found at the same time: a model may need seconds for each. */
const answeredAtOnce = 4;

/** Number of outdated responses after which this attempt at judging the topic is given up. */
const staleMax = 20;

/**
 * Judges repeatedly, and finds the responses that the mode needs between attempts, so that no lock is held meanwhile. One attempt
 * collects all requests; their responses may cause further requests.
 */
export async function untilAnswered<Done extends object>(
  answer: (request: FactRequest) => Promise<Facts | undefined>,
  attempt: (prepared: PreparedFacts) => Promise<Done | NotYetJudged>,
): Promise<Done> {
  let prepared: PreparedFacts = new Map();
  for (let stale = 0; ; ) {
    const outcome = await attempt(prepared);
    if ('stale' in outcome) {
      stale += 1;
      if (stale > staleMax) throw outcome.stale;
      prepared = new Map();
    } else if ('missing' in outcome) {
      const { size } = prepared;
      await pMap(
        outcome.missing,
        async (request) => {
          const facts = await answer(request);
          if (facts) prepared.set(canonicalJson(asJson(request)), facts);
        },
        { concurrency: answeredAtOnce },
      );
      // No new fact was found: continuing would request the same facts forever.
      if (prepared.size === size)
        throw new Error(`no fact source answers ${outcome.missing.map(({ fact }) => fact).join(', ')}`);
    } else {
      return outcome;
    }
  }
}
