import { requestTo, taskEndpoints, topicEndpoints } from '@agent-home/http-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../components/action-dialog.tsx';
import { useTell } from '../components/results.tsx';
import { getTitle, type Proposal } from './proposal-outcome.tsx';
import { askedFor, getKind, ProposalQuote } from './proposal-quote.tsx';

const opening = { topic: topicEndpoints.open, task: taskEndpoints.open };

/** Lets a user take up a rejected proposal: this home opens what was proposed, and the decision stays unchanged. */
export function TakeUpProposal({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('office');
  const [isOpen, setOpen] = useState(false);
  const tell = useTell();
  const kind = getKind(proposal);
  const title = getTitle(proposal);
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t('take_up_of', { title })}
        onClick={() => setOpen(true)}
      >
        {t('take_up')}
      </button>
      {isOpen ? (
        <ActionDialog
          title={t('action.proposal_take_up')}
          quote={<ProposalQuote proposal={proposal} />}
          consequence={t('consequence.proposal_rejected')}
          act={t(`action.take_up_${kind}`)}
          change={() => ({ ...requestTo(opening[kind]), body: askedFor(proposal) })}
          onDone={(answer) => {
            const made = answer as { topic_id?: string; task_id?: string };
            tell({ id: `new_${kind}`, name: title, href: `/${kind}s/${made.topic_id ?? made.task_id}` });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
