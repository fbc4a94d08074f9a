import './idiom-chain.css';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { Count, CurrentTurn, Ended, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** Chain of idioms, each linked to the one before by their shared character. */
export const idiomChain: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('idiom_chain', standing);
    return (
      <section className="stage">
        <CurrentTurn standing={standing} isPast={isPast} />
        {state.expected_start_char !== null && state.status === 'open' ? (
          <p>
            {t(`idiom.expected.${rules.match_policy}`)}{' '}
            <strong lang="zh" className="idiom-expected">
              {state.expected_start_char}
            </strong>
          </p>
        ) : null}
        <Until label={t('joining')} at={state.joining_ends_at} isPast={isPast} />
        <ol className="idiom-chain" lang="zh" aria-label={t('idiom.chain')}>
          {state.used_idioms.map((idiom) => (
            <li key={idiom}>
              <Idiom text={idiom} />
            </li>
          ))}
        </ol>
        <Count label={t('idiom.length')} value={state.chain_length} of={rules.max_chain_length} />
        <ul className="stack-tight" aria-label={t('idiom.players')}>
          {state.cast.map(({ agent_id: agentId, strikes }) => (
            <li key={agentId} className="row">
              <AgentLink id={agentId} />
              <span className="small soft">
                {t('idiom.strikes', { count: strikes, of: rules.max_strikes })}
              </span>
              {state.winner_agent_id === agentId ? (
                <span className="badge badge-good">{t('idiom.winner')}</span>
              ) : null}
            </li>
          ))}
        </ul>
        <Ended standing={standing} />
      </section>
    );
  },
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const { idiom } = row.stage;
    if (!idiom || idiom.text === '') return null;
    return (
      <span className="row" lang="zh">
        {idiom.expected === null ? null : (
          <span className="small soft">{t('idiom.after', { character: idiom.expected })}</span>
        )}
        <span className={idiom.isLinked ? 'idiom' : 'idiom idiom-out'}>
          <Idiom text={Array.from(idiom.text).slice(0, 24).join('')} />
        </span>
      </span>
    );
  },
};

/** The first and the last character link an idiom to its neighbours. */
function Idiom({ text }: { text: string }) {
  const characters = Array.from(text);
  return (
    <>
      <b className="idiom-link">{characters[0]}</b>
      {characters.slice(1, -1).join('')}
      {characters.length > 1 ? <b className="idiom-link">{characters.at(-1)}</b> : null}
    </>
  );
}
