import './living-room-page.css';
import type { LivingRoom } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../components/query-result.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { livingRoomQuery } from '../read/queries.ts';
import { AgentsAtHome } from './agents-at-home.tsx';
import { EmptyHome } from './empty-home.tsx';
import { Endings } from './endings.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { OnStage } from './on-stage.tsx';
import { Rooms } from './rooms.tsx';
import { TalkGraph } from './talk-graph.tsx';
import { useKeptHome } from './use-kept-home.ts';

/** Overview of the home: current topics, agents online, ended topics and modes. */
export default function LivingRoomPage() {
  const { t } = useTranslation('living');
  usePageTitle(t('title'));
  const home = useQuery(livingRoomQuery);
  return (
    <div className="living-room">
      <QueryResult of={home}>{(answer) => <AtHome home={answer} />}</QueryResult>
    </div>
  );
}

function AtHome({ home }: { home: LivingRoom }) {
  const { t } = useTranslation('living');
  const { kept, renew } = useKeptHome(home);
  const isEmpty = kept.rooms.length === 0 && kept.endings.length === 0;
  return (
    <div className="page-columns page-columns-three">
      <Hero home={home} />
      <div className="stack living-main">
        {isEmpty ? (
          <EmptyHome hasAgents={home.present.count > 0} />
        ) : (
          <>
            <OnStage home={home} />
            <Rooms kept={kept} home={home} onRenew={renew} />
          </>
        )}
      </div>
      <aside className="stack living-rail" aria-label={t('present.title')}>
        <AgentsAtHome home={home} />
        <section className="card stack-tight" aria-labelledby="talk-title">
          <h2 id="talk-title">{t('talk.title')}</h2>
          <TalkGraph talk={home.talk} />
        </section>
      </aside>
      {isEmpty ? null : <Endings kept={kept} home={home} onRenew={renew} />}
      <Gallery />
    </div>
  );
}
