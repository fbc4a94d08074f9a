import { useTranslation } from 'react-i18next';
import { Count, CurrentTurn, Ended, Seats, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** A cast in the order of its lines. */
export const skitChain: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('skit_chain', standing);
    return (
      <section className="stage">
        <h3>{t('skit.cast', { count: state.cast.length, of: rules.cast_max })}</h3>
        <Seats
          label={t('skit.title')}
          seats={state.cast.map((agentId, index) => ({
            key: agentId,
            label: t('skit.place', { place: index + 1 }),
            agentId,
            isActive: state.current_actor_index === index,
          }))}
        />
        <Until label={t('joining')} at={state.joining_ends_at} isPast={isPast} />
        <CurrentTurn standing={standing} isPast={isPast} />
        <Count label={t('count.lines')} value={state.line_no} of={rules.lines_max} />
        <Ended standing={standing} />
      </section>
    );
  },
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const { place } = row.stage;
    return place === undefined ? null : <span className="badge">{t('skit.place', { place })}</span>;
  },
};
