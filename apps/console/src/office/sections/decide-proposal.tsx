import { requestTo, topicEndpoints } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagePaths } from '../../places/page-paths.ts';
import { ActionDialog } from '../components/action-dialog.tsx';
import { useTell } from '../components/results.tsx';
import { getTitle, type Proposal } from './proposal-outcome.tsx';
import { ProposalQuote } from './proposal-quote.tsx';

interface Answer {
  outcome: string;
  reason?: string;
  created?: { kind: string; id: string };
}

/** Lets a user decide in place of the missing votes. The decision is an entry of the topic’s ledger, which every reader sees. */
export function DecideProposal({
  proposal,
  decision,
}: {
  proposal: Proposal;
  decision: 'accept' | 'decline';
}) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  const [isOpen, setOpen] = useState(false);
  const tell = useTell();
  const { topic_id: topicId, agent_id, request_id } = proposal;
  const title = getTitle(proposal);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t(`proposal_${decision}_of`, { title })}
        onClick={() => setOpen(true)}
      >
        {t(`proposal_${decision}`)}
      </button>
      {isOpen ? (
        <ActionDialog
          title={t(`action.proposal_${decision}`)}
          quote={<ProposalQuote proposal={proposal} />}
          consequence={t(`consequence.proposal_${decision}`)}
          act={t(`proposal_${decision}`)}
          change={() => ({
            ...requestTo(topicEndpoints.act, { params: { topic_id: topicId } }),
            body: { action: 'decide_proposal', agent_id, request_id, decision },
          })}
          refused={(answer) => {
            const { outcome, reason = '' } = answer as Answer;
            return outcome === 'accepted'
              ? undefined
              : ofTopics([`reason.${reason}`, 'reason.other'], { code: reason });
          }}
          onDone={(answer) => {
            const { created } = answer as Answer;
            const href = created ? `/${created.kind}s/${created.id}` : pagePaths.topic(topicId);
            tell({ id: `proposal_${decision}`, name: title, href });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
