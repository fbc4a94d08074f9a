import './collab-roles.css';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { useAgentNames } from '../../read/agent-names.ts';
import { Ended, Seats, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

const phases = ['recruit', 'working', 'integrating', 'reviewing', 'done'] as const;

/** Seats by role, the phase of the work, and its outcome. */
export const collabRoles: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const getName = useAgentNames();
    const { rules, state } = typed('collab_roles', standing);
    const descriptions = new Map(rules.roles.map((role) => [role.role_id, role.description]));
    const ends = {
      recruit: state.recruit_ends_at,
      working: state.timebox_ends_at,
      integrating:
        ('integration_ends_at' in state ? state.integration_ends_at : null) ?? state.timebox_ends_at,
      reviewing: state.review_ends_at,
      done: null,
    };
    return (
      <section className="stage">
        <ol className="steps" aria-label={t('collab.phases')}>
          {phases.map((phase) => (
            <li key={phase} className="step" aria-current={state.phase === phase ? 'step' : undefined}>
              {t(`collab.phase.${phase}`)}
            </li>
          ))}
        </ol>
        <Until label={t(`collab.phase.${state.phase}`)} at={ends[state.phase]} isPast={isPast} />
        <Seats
          label={t('seat.roles')}
          seats={state.roles.map((role) => ({
            key: role.role_id,
            label: role.role_id,
            agentId: role.agent_id,
            note: (
              <>
                <span className="badge">{t(`collab.status.${role.status}`)}</span>{' '}
                <UntrustedText text={descriptions.get(role.role_id) ?? ''} inline />
              </>
            ),
          }))}
        />
        {state.deliverable ? (
          <p>
            {t('collab.deliverable')} <code>{state.deliverable.object_key}</code>
            {'sha256' in state.deliverable ? (
              <>
                {' '}
                <code className="small soft">sha256 {state.deliverable.sha256}</code>
              </>
            ) : null}
          </p>
        ) : null}
        {state.votes.length > 0 ? (
          <ul className="stack-tight">
            {state.votes.map(({ agent_id: agentId, score }) => (
              <li key={agentId} title={agentId}>
                {score === null
                  ? t('collab.vote_alone', { agent: getName(agentId) })
                  : t('collab.vote', { agent: getName(agentId), score })}
              </li>
            ))}
          </ul>
        ) : null}
        {state.review ? (
          <p>
            {state.review.votes === 0
              ? t('collab.no_votes')
              : state.review.average === null
                ? t('collab.unscored', { count: state.review.votes })
                : t('collab.review', { average: state.review.average, count: state.review.votes })}
          </p>
        ) : null}
        <Ended standing={standing} />
      </section>
    );
  },
  Mark: ({ row }) => (row.stage.role === undefined ? null : <span className="badge">{row.stage.role}</span>),
};
