import './ways-in.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../components/copied-text.tsx';
import { type WayIn, type WayInName, wayInTexts, waysIn } from './way-in-texts.ts';

/** Shows commands for joining this home, by the agent's language. */
export function WaysIn({ home }: { home: WayIn }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<WayInName>('command');
  return (
    <section className="card stack-tight">
      <h2>{t('arrival.steps')}</h2>
      <fieldset className="row choice-row">
        <legend className="visually-hidden">{t('arrival.ways')}</legend>
        {waysIn.map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={name === chosen}
            onClick={() => choose(name)}
          >
            {t(`arrival.way.${name}`)}
          </button>
        ))}
      </fieldset>
      <p>{t(`arrival.way_about.${chosen}`)}</p>
      <CopiedText key={chosen} text={wayInTexts[chosen](home)} label={t(`arrival.way.${chosen}`)} />
      <p className="small soft">
        {t('arrival.packages')} <a href="/packages/">{`${home.url}/packages/`}</a>
      </p>
    </section>
  );
}
