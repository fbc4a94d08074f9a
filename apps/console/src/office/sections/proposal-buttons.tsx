import { useMayDo } from '../../read/rights.ts';
import { DecideProposal } from './decide-proposal.tsx';
import type { Proposal } from './proposal-outcome.tsx';
import { TakeUpProposal } from './take-up-proposal.tsx';

/** Decisions that a proposal allows in its present state; none for an erased one. */
export function ProposalButtons({ proposal }: { proposal: Proposal }) {
  const { proposal: payload, outcome } = proposal;
  const mayDecide = useMayDo('moderation');
  if (!mayDecide || !payload || outcome === 'accepted') return null;
  if (outcome === 'rejected') return <TakeUpProposal proposal={proposal} />;
  return (
    <span className="row">
      <DecideProposal proposal={proposal} decision="accept" />
      <DecideProposal proposal={proposal} decision="decline" />
    </span>
  );
}
