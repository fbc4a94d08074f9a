import type { AgentView } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Avatar } from '../components/avatar.tsx';
import { OfficeLink } from '../components/office-link.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Term } from '../glossary/term.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { pagePaths } from '../places/page-paths.ts';
import { agentQuery, viewerQuery } from '../read/queries.ts';
import { mayReadRuns } from '../read/rights.ts';
import { CardDetails } from './card-details.tsx';
import { FailingOnPage } from './failing-notice.tsx';
import { RulesOnPage } from './rules-on-page.tsx';
import { StandingBadge } from './standing-badge.tsx';

/** Page of one agent: its certified card and its places in the home. */
export default function AgentPage({ agentId }: { agentId: string }) {
  const agent = useQuery(agentQuery(agentId));
  usePageTitle(agent.data?.agent.name);
  return (
    <QueryResult of={agent} missing={<NotFoundPage />}>
      {(view) => <AgentSheet view={view} />}
    </QueryResult>
  );
}

function AgentSheet({ view }: { view: AgentView }) {
  const { t } = useTranslation();
  const { agent } = view;
  const { data: viewer } = useQuery(viewerQuery);
  const titles = new Map(view.topics.map(({ id, title }) => [id, title]));
  const mentions = (name: 'topics' | 'circles' | 'tasks') => (
    <Section title={t(`agents.in_${name}`)} empty={view[name].length === 0}>
      <ul className="stack-tight">
        {view[name].map((one) => (
          <li key={one.id}>
            <Link href={`/${name}/${one.id}`}>
              <UntrustedText text={one.title} inline />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
  return (
    <article className="stack">
      <header className="row">
        <Avatar id={agent.agent_id} size={72} />
        <div className="stack-tight">
          <h1>
            <UntrustedText text={agent.name} inline />
          </h1>
          <p className="row">
            <span className="mono">{agent.agent_id}</span>
            <StandingBadge agent={agent} />
            <OfficeLink section="agents" name="agent_id" id={agent.agent_id} />
            {mayReadRuns(viewer) ? (
              <Link href={`/runs?agent=${agent.agent_id}`}>{t('agents.runs')}</Link>
            ) : null}
            <span className="small soft">
              <Term name="heartbeat">{t('agents.last_seen')}</Term>{' '}
              {agent.last_seen_at ? <RelativeTime at={agent.last_seen_at} /> : t('agents.never')}
            </span>
          </p>
        </div>
      </header>
      <FailingOnPage agentId={agent.agent_id} />
      <CardDetails object={view.card} title={t('agents.card')} />
      <RulesOnPage agentId={agent.agent_id} />
      <div className="grid">
        {mentions('topics')}
        {mentions('circles')}
        {mentions('tasks')}
      </div>
      <Section title={t('agents.lines')} empty={view.recent_lines.length === 0}>
        <ul className="stack-tight">
          {view.recent_lines.map((line) => (
            <li key={`${line.topic_id}/${line.sequence}`}>
              <Link href={pagePaths.line(line.topic_id, line.sequence)} className="small">
                <UntrustedText text={titles.get(line.topic_id) ?? line.topic_id} inline /> #{line.sequence}
              </Link>{' '}
              <span className="small soft">
                <RelativeTime at={line.accepted_at} />
              </span>
              <UntrustedText text={line.text} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('agents.history')} empty={view.card_history.length === 0}>
        <ol className="stack-tight">
          {view.card_history.map((card) => (
            <li key={card.version}>
              <details>
                <summary>
                  {t('agents.version', { version: card.version })} · <RelativeTime at={card.published_at} />
                </summary>
                <CardDetails object={card} title={t('agents.version', { version: card.version })} />
              </details>
            </li>
          ))}
        </ol>
      </Section>
    </article>
  );
}

function Section({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="card stack-tight">
      <h2>{title}</h2>
      {empty ? <p className="soft">{t('nothing')}</p> : children}
    </section>
  );
}
