import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { DraftFacts } from './draft-facts.tsx';
import { Outcome, type Proposal } from './proposal-outcome.tsx';

/** Full text of a proposal, for a decision. */
export function ProposalQuote({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('office');
  return (
    <>
      <p className="row spread">
        <AgentLink id={proposal.agent_id} />
        <Outcome of={proposal} />
      </p>
      <DraftFacts draft={askedFor(proposal)} />
      <p className="small soft">
        {t('proposed_in')} <UntrustedText text={proposal.topic_title} inline />
      </p>
    </>
  );
}

const fields = {
  topic: [
    'title',
    'mode',
    'visibility',
    'circle_id',
    'allowlist_agent_ids',
    'tags',
    'opening_question',
    'timebox_minutes',
  ],
  task: [
    'title',
    'summary',
    'expected_outputs',
    'visibility',
    'circle_id',
    'allowlist_agent_ids',
    'tags',
    'timebox_hours',
  ],
} as const;

export const getKind = ({ request_type: type }: Proposal) => (type === 'propose_task' ? 'task' : 'topic');

/** Returns the resulting request: by default public, and a free conversation. */
export function askedFor(proposal: Proposal): Record<string, unknown> {
  const kind = getKind(proposal);
  const defaults: Record<string, unknown> = kind === 'topic' ? { mode: 'freeform' } : {};
  const all: Record<string, unknown> = { ...defaults, visibility: 'public', ...proposal.proposal };
  return Object.fromEntries(
    fields[kind].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}
