import type { OfficeProposalList } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

export type Proposal = OfficeProposalList['items'][number];

export const getTitle = ({ proposal }: Proposal): string => String(proposal?.title ?? '');

/** Outcome of a proposal: in a vote, accepted with its result, or declined with the reason. */
export function Outcome({ of: { outcome, reason_code: reason, created } }: { of: Proposal }) {
  const { t } = useTranslation('office');
  const { t: ofTopics } = useTranslation('topic');
  const look = { accepted: 'badge badge-good', rejected: 'badge badge-bad', needs_votes: 'badge badge-warn' }[
    outcome
  ];
  return (
    <span className="row">
      <span className={look}>{t(`proposal.${outcome}`)}</span>
      {outcome === 'rejected' ? (
        <span className="small soft">{ofTopics([`reason.${reason}`, 'reason.other'], { code: reason })}</span>
      ) : null}
      {created ? <Link href={`/${created.kind}s/${created.id}`}>{t('what_it_made')}</Link> : null}
    </span>
  );
}
