import { lazyPart, Part } from '../components/part.tsx';
import './office-page.css';
import type { Permission } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { QueryResult } from '../components/query-result.tsx';
import { needWords } from '../i18n/lazy-texts.ts';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { viewerQuery } from '../read/queries.ts';
import { isSignedIn, mayDo } from '../read/rights.ts';
import { Results } from './components/results.tsx';
import { ActsLog } from './sections/acts-log.tsx';
import { Admissions } from './sections/admissions.tsx';
import { AgentsTable } from './sections/agents-table.tsx';
import { Approvals } from './sections/approvals.tsx';
import { CirclesTable } from './sections/circles-table.tsx';
import { CredentialAudit } from './sections/credential-audit.tsx';
import { DeadLetters } from './sections/dead-letters.tsx';
import { Health } from './sections/health.tsx';
import { Keys } from './sections/keys.tsx';
import { NewCircle } from './sections/new-circle.tsx';
import { NewTask } from './sections/new-task.tsx';
import { NewTopic } from './sections/new-topic.tsx';
import { Overview } from './sections/overview.tsx';
import { OwnAgents } from './sections/own-agents.tsx';
import { OwnersAndTokens } from './sections/owners-and-tokens.tsx';
import { Proposals } from './sections/proposals.tsx';
import { OwnSessions } from './sections/sessions.tsx';
import { TasksTable } from './sections/tasks-table.tsx';
import { TopicsTable } from './sections/topics-table.tsx';
import { Users } from './sections/users.tsx';

const HomeRules = lazyPart(async () => {
  await needWords('fleet');
  return import('../rules/home-rules.tsx');
});

function LazyHomeRules() {
  return (
    <Part>
      <HomeRules />
    </Part>
  );
}

interface Section {
  show: () => ReactNode;
  /** Permission that opens the section for viewers other than owners; without one, every signed-in viewer may open it. */
  needs?: Permission;
  forOwners?: boolean;
  onlyForOwners?: boolean;
  /** Name of the section whose table leads to this form, such as `topics`; that section is marked as current. */
  under?: string;
}

const sections: Record<string, Section> = {
  overview: { show: () => <Overview />, needs: 'office.read' },
  topics: { show: () => <TopicsTable />, needs: 'office.read', forOwners: true },
  'own-agents': { show: () => <OwnAgents />, onlyForOwners: true },
  agents: { show: () => <AgentsTable />, needs: 'office.read' },
  admissions: { show: () => <Admissions />, needs: 'admissions' },
  approvals: { show: () => <Approvals />, needs: 'office.read', forOwners: true },
  rules: { show: () => <LazyHomeRules />, needs: 'office.read' },
  proposals: { show: () => <Proposals />, needs: 'office.read' },
  circles: { show: () => <CirclesTable />, needs: 'office.read' },
  tasks: { show: () => <TasksTable />, needs: 'office.read' },
  people: { show: () => <OwnersAndTokens />, needs: 'identities' },
  users: { show: () => <Users />, needs: 'identities' },
  acts: { show: () => <ActsLog />, needs: 'audit.read' },
  audit: { show: () => <CredentialAudit />, needs: 'audit.read' },
  events: { show: () => <DeadLetters />, needs: 'operations.read' },
  health: { show: () => <Health />, needs: 'operations.read' },
  keys: { show: () => <Keys />, needs: 'operations.read' },
  sessions: { show: () => <OwnSessions />, forOwners: true },
  'new-topic': { show: () => <NewTopic />, needs: 'content', under: 'topics' },
  'new-circle': { show: () => <NewCircle />, needs: 'content', under: 'circles' },
  'new-task': { show: () => <NewTask />, needs: 'content', under: 'tasks' },
};

/** Office of owners and admins. Owners start at their topics, admins at pending items. */
export default function OfficePage({ section: asked }: { section: string }) {
  const { t } = useTranslation('office');
  const viewer = useQuery(viewerQuery);
  const role = viewer.data?.role;
  const isOwner = role === 'owner';
  const section = isOwner ? ({ overview: 'topics', agents: 'own-agents' }[asked] ?? asked) : asked;
  usePageTitle(t(`section.${section}`, { defaultValue: t('title') }));
  return (
    <QueryResult of={viewer}>
      {() => {
        const mine = Object.entries(sections).filter(([, { forOwners, onlyForOwners, needs }]) =>
          isOwner
            ? forOwners || onlyForOwners
            : isSignedIn(viewer.data) && !onlyForOwners && (needs === undefined || mayDo(viewer.data, needs)),
        );
        const shown = mine.find(([name]) => name === section);
        if (!shown) return <NotFoundPage />;
        const here = shown[1].under ?? section;
        return (
          <Results>
            <div className="office">
              <OfficeNavigation
                names={mine.flatMap(([name, { under }]) => (under === undefined ? [name] : []))}
                here={here}
              />
              <div className="stack office-section">
                <h1>{t('title')}</h1>
                {shown[1].show()}
              </div>
            </div>
          </Results>
        );
      }}
    </QueryResult>
  );
}

/** Sections as a column; on a phone, one row that scrolls to the current section. */
function OfficeNavigation({ names, here }: { names: readonly string[]; here: string }) {
  const { t } = useTranslation('office');
  const current = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another link
  useEffect(() => {
    // Braces, because React would call a promise returned by scrolling as the effect's clean-up.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
  return (
    <nav aria-label={t('title')} className="office-nav">
      {names.map((name) => (
        <Link
          key={name}
          href={name === 'overview' ? '/office' : `/office/${name}`}
          {...(name === here ? { 'aria-current': 'page' as const, ref: current } : {})}
        >
          {t(`section.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
