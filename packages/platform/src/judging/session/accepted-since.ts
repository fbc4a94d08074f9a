import type { FactRequest, Judgement, ProposalDecision, ProposalFact } from '@agent-home/modes';
import { randomId } from '../../foundation/text/random-id.ts';
import { titleFingerprint } from '../../foundation/text/title-fingerprint.ts';
import { referenceTo } from '../facts/proposal-fact.ts';

type Question = Extract<FactRequest, { fact: 'proposal' }>;

/**
 * Corrects an answer about a proposal that was found before this session, by what the session has accepted since.
 * Otherwise two equal proposals that are judged together would both be accepted, fail when they are carried out, and
 * be judged again without end.
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
    // Two equal proposals share one answer, and the id that it reserves can be used for one of them only.
    ...(isReservedTaken ? { reserved: referenceTo(kind, randomId(kind, randomBytes)) } : {}),
  };
}

function madeBy(effect: Judgement['effects'][number], kind: 'topic' | 'task'): ProposalDecision[] {
  return effect.type === 'proposal_decided' && effect.decision.created?.kind === kind
    ? [effect.decision]
    : [];
}
