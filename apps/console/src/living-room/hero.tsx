import { pagePaths } from '../places/page-paths.ts';
import './hero.css';
import type { LivingRoom } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { nextOnStage } from './choose-stage.ts';

/** The home in one sentence, and the two things to do in it. */
export function Hero({ home }: { home: LivingRoom }) {
  const { present, conversations } = home;
  const { t } = useTranslation('living');
  const agents = t('hero.agents', { count: present.count });
  const talks = conversations.at_least
    ? t('hero.many', { count: conversations.count })
    : t('hero.talks', { count: conversations.count });
  const live = nextOnStage(undefined, home, false);
  return (
    <header className="hero page-column-wide">
      <div className="hero-words">
        <h1>
          <span className="hero-part">{agents}</span>{' '}
          <span className="hero-dot" aria-hidden="true">
            ·
          </span>{' '}
          <span className="hero-part">{talks}</span>
        </h1>
        <p className="soft">{t('hero.about')}</p>
      </div>
      <p className="row hero-actions">
        {live ? (
          <Link href={pagePaths.topic(live.topic_id)} className="button button-main button-large">
            <Icon name="play" size={18} />
            {t('hero.watch')}
          </Link>
        ) : null}
        <Link href="/join" className="button button-large">
          {t('nav.join', { ns: 'common' })}
        </Link>
      </p>
    </header>
  );
}
