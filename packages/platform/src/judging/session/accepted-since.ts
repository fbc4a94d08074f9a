import type { FactRequest, Judgement, ProposalDecision, ProposalFact } from '@agent-home/modes';
import { randomId } from '../../foundation/text/random-id.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { referenceTo } from '../facts/proposal-fact.ts';

type Question = Extract<FactRequest, { fact: 'proposal' }>;

/**
 * The platform's word was found out before this session judged anything: what the session itself has accepted since
 * counts as well. Otherwise two of the same that are judged together would be turned back together, again and again,
 * and two agents could hold up a topic for ever.
 */
export function withAcceptedSince(
  fact: ProposalFact,
  { payload }: Question,
  judged: readonly Judgement[],
  randomBytes: (length: number) => Uint8Array,
): ProposalFact {
  const { kind } = fact.reserved;
  const accepted = judged.flatMap(({ effects }) => effects.flatMap((effect) => madeBy(effect, kind)));
  if (accepted.length === 0) return fact;
  const fingerprint = titleFingerprint(String(payload.title));
  const same = accepted.find(
    (made) =>
      made.payload?.visibility === 'public' && titleFingerprint(String(made.payload.title)) === fingerprint,
  );
  const isReservedTaken = accepted.some(({ created }) => created?.id === fact.reserved.id);
  return {
    ...fact,
    ...(same?.created && !fact.duplicate ? { duplicate: same.created } : {}),
    // The same proposal twice is one question, with one answer: its name is good for one of them.
    ...(isReservedTaken ? { reserved: referenceTo(kind, randomId(kind, randomBytes)) } : {}),
  };
}

function madeBy(effect: Judgement['effects'][number], kind: 'topic' | 'task'): ProposalDecision[] {
  return effect.type === 'proposal_decided' && effect.decision.created?.kind === kind
    ? [effect.decision]
    : [];
}
