import { lazyPart, Part } from '../components/part.tsx';
import './mine-page.css';
import type { OwnerHome } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { QueryResult } from '../components/query-result.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { FirstStep } from '../first-steps/first-step.tsx';
import { needWords } from '../i18n/lazy-texts.ts';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { answeringAs } from '../read/answering-as.ts';
import { viewerQuery } from '../read/queries.ts';
import { ApprovalsNotice } from './approvals-notice.tsx';
import { LimitsUsed } from './limits-used.tsx';
import { MessagesToAgents } from './messages-to-agents.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import { OwnAgentCard } from './own-agent-card.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { getSince, ownerHomeQuery } from './owner-home-query.ts';
import { TurnsGivenList } from './turns-given.tsx';
import { useVisit } from './use-visit.ts';
import { WaitingList } from './waiting-list.tsx';

const AlertRules = lazyPart(async () => {
  await needWords('fleet');
  return import('../rules/alerts-form.tsx');
});

/** Page of an owner: activities of its agents, messages to them, and pending items. */
export default function MinePage() {
  const { t } = useTranslation('mine');
  const viewer = useQuery(viewerQuery);
  usePageTitle(t('title'));
  return (
    <QueryResult of={viewer}>
      {(data) => {
        const isAdmin = data.role === 'admin';
        // An admin without agents may still be linked here; the text then says that there are none.
        const who = answeringAs(data) ?? (isAdmin ? 'admin' : undefined);
        return who === undefined ? <NotFoundPage /> : <Mine who={who} isAdmin={isAdmin} />;
      }}
    </QueryResult>
  );
}

function Mine({ who, isAdmin }: { who: string; isAdmin: boolean }) {
  const home = useQuery(ownerHomeQuery(who));
  return (
    <QueryResult of={home}>{(data) => <Sections home={data} who={who} isAdmin={isAdmin} />}</QueryResult>
  );
}

function Sections({ home, who, isAdmin }: { home: OwnerHome; who: string; isAdmin: boolean }) {
  const { t } = useTranslation('mine');
  const readBefore = useVisit(who, home);
  const hasAgents = home.agents.length > 0;
  return (
    <div className="page-columns">
      <header className="page-column-wide">
        <h1>{t(isAdmin ? 'title_admin' : 'title')}</h1>
        <p className="soft">
          {home.owner ? (
            <>
              <UntrustedText text={home.owner.name} inline />
              {' · '}
            </>
          ) : null}
          {t(isAdmin ? 'about_admin' : 'about')}
        </p>
        <p>
          <Link href="/specs">{t('specs')}</Link>
        </p>
        <ApprovalsNotice />
      </header>
      <div className="stack">
        {hasAgents ? (
          <>
            <WaitingList home={home} />
            <section className="stack-tight" aria-labelledby="own-agents-title">
              <h2 id="own-agents-title">{t('agents.title')}</h2>
              <ul className="own-agents">
                {home.agents.map((agent) => (
                  <li key={agent.agent_id}>
                    <OwnAgentCard agent={agent} />
                  </li>
                ))}
              </ul>
            </section>
            <MessagesToAgents
              home={home}
              readBefore={readBefore}
              isFirstVisit={getSince(who) === undefined}
            />
          </>
        ) : (
          <FirstStep kind="mine" />
        )}
      </div>
      <div className="stack">
        {hasAgents ? <NoticeSettings agents={home.agents} /> : null}
        <OwnTokens tokens={home.tokens} isAdmin={isAdmin} />
        <LimitsUsed home={home} />
        {hasAgents && !isAdmin ? (
          <Part>
            <AlertRules mayChange />
          </Part>
        ) : null}
        {/* Grows while one looks, and so has nothing below it. */}
        {hasAgents ? <TurnsGivenList turns={home.turns} /> : null}
      </div>
    </div>
  );
}
