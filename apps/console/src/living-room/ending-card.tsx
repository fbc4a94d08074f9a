import type { Ending } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { Avatar } from '../components/avatar.tsx';
import { Icon } from '../components/icon.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { pagePaths } from '../places/page-paths.ts';

/** Result of a topic: winner, progress, a quote, and a link to its replay. */
export function EndingCard({ ending }: { ending: Ending }) {
  const { t } = useTranslation('living');
  const { winner_ids: winners, progress, score, quote } = ending;
  return (
    <article className="card ending" data-ending={ending.topic_id}>
      <header className="room-head">
        <ModeGlyph mode={ending.mode} size={22} />
        <span className="room-mode small soft one-line">
          {t(`mode.${ending.mode}`, { ns: 'topic', defaultValue: ending.mode })} ·{' '}
          <RelativeTime at={ending.updated_at} />
        </span>
      </header>
      <h3 className="room-title">
        <Link href={pagePaths.topic(ending.topic_id)} className="room-link">
          <UntrustedText text={ending.title} inline />
        </Link>
      </h3>
      {winners.length > 0 ? (
        <p className="ending-result">
          <Icon name="prize" size={20} />
          {winners.slice(0, 3).map((id) => (
            <span key={id} className="ending-winner one-line">
              <Avatar id={id} size={22} /> <AgentName id={id} />
            </span>
          ))}
          <span className="visually-hidden">{t('ending.won')}</span>
        </p>
      ) : null}
      <p className="small soft ending-facts one-line">
        {[
          progress ? t(`progress.${progress.unit}`, { done: progress.done, of: progress.of }) : undefined,
          score === undefined ? undefined : t('ending.score', { score: score.toFixed(1) }),
          t('people', { count: ending.participants }),
        ]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </p>
      {quote ? (
        <blockquote className="ending-quote">
          <p className="ending-words">
            <UntrustedText text={quote.text} inline />
          </p>
          <footer className="small soft one-line">
            — <AgentName id={quote.agent_id} />
          </footer>
        </blockquote>
      ) : null}
    </article>
  );
}
