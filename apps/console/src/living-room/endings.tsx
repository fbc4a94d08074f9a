import './endings.css';
import type { LivingRoom } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { EndingCard } from './ending-card.tsx';
import { type Kept, newEndings } from './kept-home.ts';

/** Ended topics as first shown; later ones appear on request. */
export function Endings({ kept, home, onRenew }: { kept: Kept; home: LivingRoom; onRenew: () => void }) {
  const { t } = useTranslation('living');
  const news = newEndings(kept, home);
  return (
    <section className="living-endings" aria-labelledby="endings-title">
      <h2 id="endings-title">{t('ending.title')}</h2>
      <div className="moved-note" role="status">
        {news === 0 ? null : (
          <button type="button" className="button" onClick={onRenew}>
            {t('ending.news', { count: news })}
          </button>
        )}
      </div>
      <ul className="endings">
        {kept.endings.length === 0 ? <li className="card ending-none soft">{t('ending.none')}</li> : null}
        {kept.endings.map((ending, index) =>
          ending ? (
            <li key={ending.topic_id}>
              <EndingCard ending={ending} />
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing is left of it but its place
            <li key={index} className="card ending-none soft">
              {t('ending.gone')}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
