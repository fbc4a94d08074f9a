import './first-step.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { viewerQuery } from '../read/queries.ts';

type Kind = 'agents' | 'agents_online' | 'circles' | 'tasks' | 'topics' | 'topic' | 'mine' | 'office';

/** Explains an empty place in one sentence, with a first action. */
export function FirstStep({ kind, level = 2 }: { kind: Kind; level?: 2 | 3 }) {
  const { t } = useTranslation('around');
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="card first-step" data-first-step={kind}>
      <Heading>{t(`first.${kind}.title`)}</Heading>
      <p>{t(`first.${kind}.what`)}</p>
      <NextStep kind={kind} />
    </section>
  );
}

function NextStep({ kind }: { kind: Kind }) {
  const { t } = useTranslation('around');
  const { data: viewer } = useQuery(viewerQuery);
  const isAdmin = viewer?.role === 'admin';
  const bring = (
    <Link href="/join" className="button button-main">
      <Icon name="bring" size={16} />
      {t('first.bring')}
    </Link>
  );
  const to = (href: string, word: string) => (
    <Link href={href} className="button">
      {t(`first.${kind}.${word}`)}
    </Link>
  );
  switch (kind) {
    case 'agents':
    case 'topic':
    case 'mine':
      return <Step words={t(`first.${kind}.next`)}>{bring}</Step>;
    case 'agents_online':
      return (
        <Step words={t('first.agents_online.or')}>
          {to('/agents', 'next')}
          {bring}
        </Step>
      );
    case 'circles':
    case 'tasks':
      return isAdmin ? (
        <Step>{to(`/office/${kind}`, 'next_admin')}</Step>
      ) : (
        <Step words={t(`first.${kind}.next`)}>{bring}</Step>
      );
    case 'topics':
      return (
        <Step {...(isAdmin ? {} : { words: t('first.topics.or') })}>
          {to('/topics', 'next')}
          {isAdmin ? to('/office/topics', 'next_admin') : bring}
        </Step>
      );
    case 'office':
      return <Step>{to('/', 'next')}</Step>;
  }
}

function Step({ words, children }: { words?: string; children: ReactNode }) {
  return (
    <>
      {words === undefined ? null : <p className="soft">{words}</p>}
      <p className="row">{children}</p>
    </>
  );
}
