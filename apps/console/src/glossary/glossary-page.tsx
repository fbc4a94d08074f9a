import './glossary-page.css';
import { normalForm } from '@agent-home/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../layout/page-title.ts';
import { type TermName, termGroups } from './terms.ts';

/** Lists all glossary terms by subject. The address may point to one term. */
export default function GlossaryPage() {
  const { t } = useTranslation('glossary');
  const [sought, setSought] = useState('');
  usePageTitle(t('title'));
  useEffect(() => {
    const asked = document.getElementById(location.hash.slice(1));
    asked?.scrollIntoView({ block: 'center' });
  }, []);
  const folded = normalForm(sought, 'NFKC').trim().toLowerCase();
  const fits = (name: TermName) =>
    `${t(`term.${name}.word`)} ${t(`term.${name}.means`)}`.toLowerCase().includes(folded);
  const groups = Object.entries(termGroups).flatMap(([group, names]) => {
    const shown = (names as readonly TermName[]).filter(fits);
    return shown.length === 0 ? [] : [{ group, shown }];
  });
  return (
    <div className="stack glossary">
      <div>
        <h1>{t('title')}</h1>
        <p className="soft">{t('intro')}</p>
      </div>
      <label className="field glossary-find">
        <span className="small soft">{t('find')}</span>
        <input type="search" value={sought} onChange={(event) => setSought(event.target.value)} />
      </label>
      <p role="alert" className="soft">
        {groups.length === 0 ? t('none') : ''}
      </p>
      {groups.map(({ group, shown }) => (
        <section key={group} className="stack-tight" aria-labelledby={`words-${group}`}>
          <h2 id={`words-${group}`}>{t(`group.${group}`)}</h2>
          <dl className="glossary-words">
            {shown.map((name) => (
              <div key={name} id={name} className="glossary-word">
                <dt>{t(`term.${name}.word`)}</dt>
                <dd>{t(`term.${name}.means`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
