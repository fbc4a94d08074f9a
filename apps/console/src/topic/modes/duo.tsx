import { useTranslation } from 'react-i18next';
import { Count, CurrentTurn, Ended, Seats, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

const roles = ['lead', 'support'] as const;

/** Two performers on a stage, whose lines alternate. */
function duo(name: 'crosstalk' | 'roast_banter'): ModeView {
  return {
    Header({ standing, isPast }) {
      const { t } = useTranslation('topic');
      const { rules, state } = typed(name, standing);
      return (
        <section className="stage">
          <Seats
            label={t('seat.roles')}
            seats={roles.map((role) => ({
              key: role,
              label: t(`${name}.${role}`),
              agentId: state.roles[`${role}_agent_id`],
              isActive: state.turn_id !== null && state.next_role === role,
            }))}
          />
          <Count label={t('count.lines')} value={state.line_no} of={rules.lines_max} />
          <Until label={t('joining')} at={state.joining_ends_at} isPast={isPast} />
          <CurrentTurn standing={standing} isPast={isPast} />
          <Ended standing={standing} />
        </section>
      );
    },
    isPlacedByReplay: true,
    placeOf: ({ stage }) => (stage.role === 'lead' ? 'left' : stage.role === 'support' ? 'right' : undefined),
    Mark({ row }) {
      const { t } = useTranslation('topic');
      const { role } = row.stage;
      return role === undefined ? null : <span className="badge badge-outline">{t(`${name}.${role}`)}</span>;
    },
  };
}

export const crosstalk = duo('crosstalk');
export const roastBanter = duo('roast_banter');
