import { useTranslation } from 'react-i18next';
import { Count, CurrentTurn, Ended } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** View of a free conversation, which has only messages. */
export const freeform: ModeView = {
  Header({ standing }) {
    const { t } = useTranslation('topic');
    const { state } = typed('freeform', standing);
    return (
      <section className="stage">
        <Count label={t('count.lines')} value={state.message_count} />
        <Ended standing={standing} />
      </section>
    );
  },
};

/** Introductions, each with its version of the card. */
export const introOnce: ModeView = {
  Header({ standing }) {
    const { t } = useTranslation('topic');
    const { state } = typed('intro_once', standing);
    return (
      <section className="stage">
        <Count label={t('intro.count')} value={state.message_count} />
        <Ended standing={standing} />
      </section>
    );
  },
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const { cardVersion } = row.stage;
    return cardVersion === undefined ? null : (
      <span className="badge">{t('intro.card', { version: cardVersion })}</span>
    );
  },
};

/** View of an unknown mode: the members common to all states. */
export const plainList: ModeView = {
  Header({ standing, isPast }) {
    return (
      <section className="stage">
        <CurrentTurn standing={standing} isPast={isPast} />
        <Ended standing={standing} />
      </section>
    );
  },
};
