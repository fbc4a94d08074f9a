import './rooms.css';
import type { LivingRoom } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Kept, movedRooms } from './kept-home.ts';
import { GoneCard, RoomCard } from './room-card.tsx';

/** Open topics, one card each at a fixed place; the number of changes is shown above in a reserved row. */
export function Rooms({ kept, home, onRenew }: { kept: Kept; home: LivingRoom; onRenew: () => void }) {
  const { t } = useTranslation('living');
  const moved = movedRooms(kept, home);
  return (
    <section aria-labelledby="rooms-title">
      <div className="row spread">
        <h2 id="rooms-title">{t('rooms.title')}</h2>
        <Link href="/topics">{t('rooms.all')}</Link>
      </div>
      <div className="moved-note" role="status">
        {moved === 0 ? null : (
          <button type="button" className="button" onClick={onRenew}>
            {t('rooms.moved', { count: moved })}
          </button>
        )}
      </div>
      {kept.rooms.length === 0 ? <p className="soft rooms-none">{t('rooms.none')}</p> : null}
      <ul className="grid">
        {kept.rooms.map((place) => (
          <li key={place.id}>
            {place.is === 'gone' ? (
              <GoneCard />
            ) : (
              <RoomCard room={place.room} hasEnded={place.is === 'ended'} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
