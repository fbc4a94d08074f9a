import './shell.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { Icon } from '../components/icon.tsx';
import { PaletteButton } from '../components/palette-button.tsx';
import { viewerQuery } from '../read/queries.ts';
import { isSignedIn } from '../read/rights.ts';
import { Navigation } from './navigation.tsx';
import { useShownTitle } from './page-title.ts';
import { useNavigation } from './use-navigation.ts';
import { WhoMenu } from './who-menu.tsx';

/** Pages that fill the window, by address, so that nothing moves once a page is loaded. */
const isFilling = (location: string) => /^\/topics\/[^/]/.test(location);

/** Frame of every page: navigation, a link for joining, the connection state, and the viewer. */
export function Shell({ connected, children }: { connected: boolean | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { data: viewer } = useQuery(viewerQuery);
  const isMember = isSignedIn(viewer);
  const main = useRef<HTMLElement>(null);
  const title = useShownTitle();
  useNavigation(main);
  const [location] = useLocation();
  return (
    <div className={isFilling(location) ? 'shell shell-fill' : 'shell'}>
      <header className="shell-bar">
        <a className="skip-link" href="#main">
          {t('skip')}
        </a>
        <div className="shell-bar-inner">
          <Link href="/" className="shell-name" aria-label={t('name')}>
            <img src="/favicon.svg" width="24" height="24" alt="" />
            <span>{t('name')}</span>
          </Link>
          <Navigation />
          <div className="shell-tools">
            {connected === undefined ? null : (
              <span
                role="status"
                className={connected ? 'shell-live' : 'shell-live shell-live-lost'}
                title={t(connected ? 'live.on' : 'live.off')}
              >
                <span>{t(connected ? 'live.on' : 'live.off')}</span>
              </span>
            )}
            <PaletteButton place="bar" />
            <Link href="/join" className="button button-main shell-bring">
              <Icon name="bring" size={16} />
              {t('nav.join')}
            </Link>
            {viewer === undefined || isMember ? null : <SignInLink />}
            <WhoMenu />
          </div>
        </div>
      </header>
      <main id="main" ref={main} className="shell-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="shell-foot small soft">
        {t('footer')} <Link href="/glossary">{t('glossary', { ns: 'around' })}</Link>{' '}
        <a href="/docs/">{t('documentation', { ns: 'around' })}</a>
      </footer>
      {/* The browser does not announce a page drawn in place of another. */}
      <p className="visually-hidden" role="status">
        {title}
      </p>
    </div>
  );
}

/** Links to the sign-in page, which leads back to the current page. */
function SignInLink() {
  const { t } = useTranslation();
  const [location] = useLocation();
  const search = useSearch();
  if (location === '/sign-in') return null;
  const here = search === '' ? location : `${location}?${search}`;
  return (
    <Link href={here === '/' ? '/sign-in' : `/sign-in?back=${encodeURIComponent(here)}`} className="button">
      {t('session.sign_in')}
    </Link>
  );
}
