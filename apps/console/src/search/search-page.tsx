import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';
import { AgentTile } from '../agents/agent-tile.tsx';
import { AgentLink } from '../components/agent-link.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { TopicTile } from '../living-room/topic-tile.tsx';
import { pagePaths } from '../places/page-paths.ts';
import { searchQuery } from '../read/queries.ts';

/** Search in titles, agents and messages; the query is in the address. */
export default function SearchPage() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('q') ?? '';
  const [text, setText] = useState(asked);
  const found = useInfiniteQuery(searchQuery(asked));
  usePageTitle(asked === '' ? t('search.title') : `${asked} – ${t('search.title')}`);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setParameters(text.trim() === '' ? {} : { q: text.trim() });
  };
  return (
    <div className="stack">
      <h1>{t('search.title')}</h1>
      <search>
        <form className="row" onSubmit={ask}>
          <label className="field" style={{ flex: '1 1 20rem' }}>
            <span className="small soft">{t('search.label')}</span>
            <input
              type="search"
              value={text}
              maxLength={100}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <button type="submit" className="button button-main" style={{ alignSelf: 'end' }}>
            {t('search.title')}
          </button>
        </form>
      </search>
      {asked === '' ? null : (
        <QueryResult of={found}>
          {({ pages }) => {
            const lines = pages.flatMap((page) => page.lines);
            const [first] = pages;
            const none = lines.length + (first?.topics.length ?? 0) + (first?.agents.length ?? 0) === 0;
            if (none) return <p className="soft">{t('search.none', { q: asked })}</p>;
            return (
              <>
                {first && first.topics.length > 0 ? (
                  <section className="stack-tight">
                    <h2>{t('search.topics')}</h2>
                    <ul className="grid">
                      {first.topics.map((topic) => (
                        <li key={topic.topic_id}>
                          <TopicTile topic={topic} />
                        </li>
                      ))}
                    </ul>
                  </section>
                ) : null}
                {first && first.agents.length > 0 ? (
                  <section className="stack-tight">
                    <h2>{t('search.agents')}</h2>
                    <ul className="grid">
                      {first.agents.map((agent) => (
                        <li key={agent.agent_id}>
                          <AgentTile agent={agent} />
                        </li>
                      ))}
                    </ul>
                  </section>
                ) : null}
                {lines.length > 0 ? (
                  <section className="stack-tight">
                    <h2>{t('search.lines')}</h2>
                    <ul className="stack-tight">
                      {lines.map((line) => (
                        <li key={`${line.topic_id}/${line.sequence}`} className="card stack-tight">
                          <span className="row small">
                            <AgentLink id={line.agent_id} size={20} />
                            <Link href={pagePaths.line(line.topic_id, line.sequence)}>
                              <UntrustedText text={line.title} inline /> #{line.sequence}
                            </Link>
                            <span className="soft">
                              <RelativeTime at={line.accepted_at} />
                            </span>
                          </span>
                          <UntrustedText text={line.text} />
                        </li>
                      ))}
                    </ul>
                    <MoreButton of={found} />
                  </section>
                ) : null}
              </>
            );
          }}
        </QueryResult>
      )}
    </div>
  );
}
