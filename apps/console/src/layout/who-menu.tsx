import './who-menu.css';
import { shownText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { viewerQuery } from '../read/queries.ts';
import { isSignedIn, mayReadRuns } from '../read/rights.ts';
import { LanguageChoice } from './language-choice.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Shows the viewer, always visible, with display settings and signing out behind it. */
export function WhoMenu() {
  const { t } = useTranslation('shell');
  const { data: viewer } = useQuery(viewerQuery);
  const isMember = isSignedIn(viewer);
  const named = viewer?.user_id === undefined ? undefined : viewer.label;
  const given =
    named ??
    viewer?.owner_name ??
    viewer?.owner_id ??
    t(`who.${viewer?.role === 'admin' ? 'admin' : 'visitor'}`);
  // Names are untrusted text.
  const who = shownText(given);
  const close = () => document.getElementById('who-menu')?.hidePopover();
  return (
    <>
      <button
        type="button"
        className={isMember ? 'button who-button' : 'button who-button who-visitor'}
        popoverTarget="who-menu"
        aria-label={`${t('who.label')} ${who}`}
      >
        <Icon name="person" size={18} />
        <span className="who-name">{who}</span>
      </button>
      <div id="who-menu" className="who-menu" popover="auto" role="dialog" aria-label={t('who.menu')}>
        <p className="small soft">
          {isMember ? t('who.signed_in', { who }) : t('who.not_signed_in')}
          {viewer?.label ? (
            <>
              {' · '}
              <UntrustedText text={viewer.label} inline />
            </>
          ) : null}
        </p>
        <div className="field">
          <label htmlFor="theme-choice">{t('look.theme')}</label>
          <ThemeChoice id="theme-choice" />
        </div>
        <div className="field">
          <label htmlFor="language-choice">{t('look.language')}</label>
          <LanguageChoice id="language-choice" />
        </div>
        <p>
          <Link href="/topics" onClick={close}>
            {t('pages.all_topics')}
          </Link>
        </p>
        {mayReadRuns(viewer) ? (
          <p>
            <Link href="/runs" onClick={close}>
              {t('pages.all_runs')}
            </Link>
          </p>
        ) : null}
        <p>
          <Link href="/glossary" onClick={close}>
            {t('glossary', { ns: 'around' })}
          </Link>
        </p>
        <p>
          <a href="/docs/">{t('documentation', { ns: 'around' })}</a>
        </p>
        {isMember ? <SignOutButton /> : null}
      </div>
    </>
  );
}
