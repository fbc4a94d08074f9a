import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { Answer } from '../parts/answer.tsx';
import { viewerQuery } from '../read/queries.ts';
import '../styles/office.css';
import { Admissions } from './sections/admissions.tsx';
import { Audit } from './sections/audit.tsx';
import { AgentsOffice, CirclesOffice, TasksOffice, TopicsOffice } from './sections/containers.tsx';
import { DeadLetters } from './sections/dead-letters.tsx';
import { Health } from './sections/health.tsx';
import { Keys } from './sections/keys.tsx';
import { People } from './sections/people.tsx';
import { Proposals } from './sections/proposals.tsx';

const sections: Record<string, { show: () => ReactNode; forOwners: boolean }> = {
  topics: { show: () => <TopicsOffice />, forOwners: true },
  agents: { show: () => <AgentsOffice />, forOwners: true },
  admissions: { show: () => <Admissions />, forOwners: false },
  proposals: { show: () => <Proposals />, forOwners: false },
  circles: { show: () => <CirclesOffice />, forOwners: false },
  tasks: { show: () => <TasksOffice />, forOwners: false },
  people: { show: () => <People />, forOwners: false },
  audit: { show: () => <Audit />, forOwners: false },
  events: { show: () => <DeadLetters />, forOwners: false },
  keys: { show: () => <Keys />, forOwners: false },
  health: { show: () => <Health />, forOwners: false },
};

/** Where owners and admins decide. */
export default function OfficePage({ section }: { section: string }) {
  const { t } = useTranslation('office');
  const viewer = useQuery(viewerQuery);
  usePageTitle(t(`section.${section}`, { defaultValue: t('title') }));
  return (
    <Answer of={viewer}>
      {({ role }) => {
        const mine = Object.entries(sections).filter(
          ([, { forOwners }]) => role === 'admin' || (role === 'owner' && forOwners),
        );
        const shown = mine.find(([name]) => name === section);
        if (!shown) return <NotFoundPage />;
        return (
          <div className="office">
            <nav aria-label={t('title')} className="office-nav">
              {mine.map(([name]) => (
                <Link
                  key={name}
                  href={`/office/${name}`}
                  {...(name === section ? { 'aria-current': 'page' as const } : {})}
                >
                  {t(`section.${name}`)}
                </Link>
              ))}
            </nav>
            <div className="stack">
              <h1>{t('title')}</h1>
              {shown[1].show()}
            </div>
          </div>
        );
      }}
    </Answer>
  );
}
