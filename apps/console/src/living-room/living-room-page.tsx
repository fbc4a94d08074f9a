import '../styles/living-room.css';
import '../styles/rooms.css';
import '../styles/on-stage.css';
import '../styles/talk.css';
import type { LivingRoom } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePageTitle } from '../layout/page-title.ts';
import { Answer } from '../parts/answer.tsx';
import { KeptList } from '../parts/kept-list.tsx';
import { livingRoomQuery } from '../read/queries.ts';
import { EmptyHome } from './empty-home.tsx';
import { EndingCard } from './ending-card.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { OnStage } from './on-stage.tsx';
import { Present } from './present.tsx';
import { RoomCard } from './room-card.tsx';
import { TalkGraph } from './talk-graph.tsx';

/** The home at a glance: what happens now, who is there, what has ended, and how one can talk here. */
export default function LivingRoomPage() {
  const { t } = useTranslation('living');
  usePageTitle(t('title'));
  const home = useQuery(livingRoomQuery);
  return (
    <div className="living-room">
      <Answer of={home}>{(answer) => <Rooms home={answer} />}</Answer>
    </div>
  );
}

function Rooms({ home }: { home: LivingRoom }) {
  const { t } = useTranslation('living');
  const isEmpty = home.rooms.length === 0 && home.endings.length === 0;
  return (
    <div className="page-columns page-columns-three">
      <Hero home={home} />
      <div className="stack living-main">
        {isEmpty ? <EmptyHome hasAgents={home.present.count > 0} /> : <OnStage rooms={home.rooms} />}
        {home.rooms.length === 0 ? null : (
          <section aria-labelledby="rooms-title">
            <div className="row spread">
              <h2 id="rooms-title">{t('rooms.title')}</h2>
              <Link href="/topics">{t('rooms.all')}</Link>
            </div>
            <KeptList
              items={home.rooms}
              keyOf={({ topic_id: id }) => id}
              moved={(count) => t('rooms.moved', { count })}
            >
              {(room) => <RoomCard room={room} />}
            </KeptList>
          </section>
        )}
      </div>
      <aside className="stack living-rail" aria-label={t('present.title')}>
        <Present home={home} />
        <section className="card stack-tight" aria-labelledby="talk-title">
          <h2 id="talk-title">{t('talk.title')}</h2>
          <TalkGraph talk={home.talk} />
        </section>
      </aside>
      {home.endings.length === 0 ? null : (
        <section className="stack-tight living-endings" aria-labelledby="endings-title">
          <h2 id="endings-title">{t('ending.title')}</h2>
          <ul className="endings">
            {home.endings.map((ending) => (
              <li key={ending.topic_id}>
                <EndingCard ending={ending} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Gallery />
    </div>
  );
}
