import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../parts/agent-link.tsx';
import { UntrustedText } from '../../parts/untrusted-text.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';
import { useTell } from '../parts/results.tsx';
import { DraftFacts } from './draft-facts.tsx';
import { Outcome, type Proposal, titleOf } from './proposal-outcome.tsx';

/**
 * Shows a proposal in full and lets a person take it up: what is proposed is opened now, by this home. The votes are agents’
 * and stay theirs, so that nothing a ledger says is changed.
 */
export function ProposalButton({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('office');
  const [isOpen, setOpen] = useState(false);
  const tell = useTell();
  const { proposal: payload, outcome, request_type: type } = proposal;
  if (!payload || outcome === 'accepted') return null;
  const kind = type === 'propose_task' ? 'task' : 'topic';
  const asked = withDefaults(kind, payload);
  const title = titleOf(proposal);
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
          quote={
            <>
              <p className="row spread">
                <AgentLink id={proposal.agent_id} />
                <Outcome of={proposal} />
              </p>
              <DraftFacts draft={asked} />
              <p className="small soft">
                {t('proposed_in')} <UntrustedText text={proposal.topic_title} inline />
              </p>
            </>
          }
          consequence={t(
            outcome === 'needs_votes' ? 'consequence.proposal_open' : 'consequence.proposal_rejected',
          )}
          act={t(`action.take_up_${kind}`)}
          change={() => ({ method: 'POST', path: `/v1/admin/${kind}s`, body: asked })}
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

/** A proposal as it is read where it is decided: what it leaves out is for everybody, and a free conversation. */
function withDefaults(kind: keyof typeof fields, payload: Record<string, unknown>): Record<string, unknown> {
  const defaults: Record<string, unknown> = kind === 'topic' ? { mode: 'freeform' } : {};
  const all: Record<string, unknown> = { ...defaults, visibility: 'public', ...payload };
  return Object.fromEntries(
    fields[kind].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}
