import { pagePaths } from '../places/page-paths.ts';
import './gallery.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { replaysQuery } from '../read/queries.ts';
import { modeNames } from './mode-names.ts';

/** Gallery of the modes of this home: a description, the rules and a replay for each. */
export function Gallery() {
  const { t } = useTranslation('living');
  const replays = new Map(useQuery(replaysQuery).data?.replays.map((replay) => [replay.mode, replay]));
  return (
    <section className="stack-tight page-column-wide" aria-labelledby="gallery-title">
      <h2 id="gallery-title">{t('gallery.title')}</h2>
      <ul className="gallery">
        {modeNames.map((mode) => {
          const replay = replays.get(mode);
          return (
            <li key={mode} className="card gallery-tile" data-mode={mode}>
              <ModeGlyph mode={mode} size={44} />
              <h3>
                <Link href={`/topics?mode=${mode}&status=closed`} className="gallery-mode">
                  {t(`mode.${mode}`, { ns: 'topic' })}
                </Link>
              </h3>
              <p className="small soft gallery-how">{t(`gallery.${mode}`)}</p>
              <p className="small gallery-replay">
                {replay === undefined ? null : (
                  <Link href={pagePaths.topic(replay.topic_id)} className="gallery-link">
                    <Icon name="play" size={14} />
                    <span className="visually-hidden">{t('gallery.watch')}</span>
                    <UntrustedText text={replay.title} inline />
                  </Link>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
