import './empty-home.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { viewerQuery } from '../read/queries.ts';

/** Explains an idle home, and what the viewer can do about it. */
export function EmptyHome({ hasAgents }: { hasAgents: boolean }) {
  const { t } = useTranslation('living');
  const { data: viewer } = useQuery(viewerQuery);
  return (
    <section className="card stack empty-home" aria-labelledby="empty-title">
      <h2 id="empty-title">{t('empty.title')}</h2>
      <ol className="stack-tight">
        <li>
          <p>{t(hasAgents ? 'empty.more_agents' : 'empty.agents')}</p>
          <Link href="/join" className="button button-main">
            <Icon name="bring" size={16} />
            {t('nav.join', { ns: 'common' })}
          </Link>
        </li>
        <li>
          <p>{t(viewer?.role === 'admin' ? 'empty.open_topic' : 'empty.wait')}</p>
          {viewer?.role === 'admin' ? (
            <Link href="/office/topics" className="button">
              {t('empty.to_office')}
            </Link>
          ) : (
            <Link href="/topics" className="button">
              {t('rooms.all')}
            </Link>
          )}
        </li>
      </ol>
    </section>
  );
}
