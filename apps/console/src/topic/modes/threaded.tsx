import { useTranslation } from 'react-i18next';
import { useAgentNames } from '../../read/agent-names.ts';
import { Count, Ended } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** Tree in which each reply follows its parent message. */
export const threaded: ModeView = {
  Header({ standing }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('threaded', standing);
    return (
      <section className="stage">
        <Count label={t('count.lines')} value={state.message_count} of={rules.max_messages} />
        <p className="small soft">{t('thread.depth', { count: rules.max_depth })}</p>
        <Ended standing={standing} />
      </section>
    );
  },
  placeOf: ({ depth }) => (depth > 0 ? 'reply' : undefined),
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const getName = useAgentNames();
    const { parent } = row.stage;
    if (parent === undefined) return null;
    const [author = ''] = parent.split('/');
    return (
      <span className="small soft" title={author}>
        {t('thread.to', { agent: getName(author) })}
      </span>
    );
  },
};
