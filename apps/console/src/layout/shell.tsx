import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { chooseLanguage, type Language, languages } from '../i18n/set-up.ts';
import { viewerQuery } from '../read/queries.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { chooseTheme, chosenTheme, type Theme } from './theme.ts';

const pages = ['topics', 'agents', 'circles', 'tasks', 'search', 'join'] as const;

/** What surrounds every page. */
export function Shell({ connected, children }: { connected: boolean | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  const { data: viewer } = useQuery(viewerQuery);
  const isSignedIn = viewer?.role === 'owner' || viewer?.role === 'admin';
  return (
    <div className="shell">
      <header className="shell-bar">
        <a className="skip-link" href="#main">
          {t('skip')}
        </a>
        <div className="shell-bar-inner">
          <Link href="/" className="shell-name">
            <img src="/favicon.svg" width="24" height="24" alt="" />
            {t('name')}
          </Link>
          <nav className="shell-nav" aria-label={t('nav.label')}>
            {pages.map((page) => (
              <NavigationLink key={page} href={`/${page}`}>
                {t(`nav.${page}`)}
              </NavigationLink>
            ))}
            {isSignedIn ? <NavigationLink href="/office">{t('nav.office')}</NavigationLink> : null}
          </nav>
          <div className="shell-tools">
            {connected === undefined ? null : (
              <span role="status" className={connected ? 'badge badge-good' : 'badge badge-warn'}>
                {t(connected ? 'live.on' : 'live.off')}
              </span>
            )}
            <ThemeChoice />
            <LanguageChoice />
            {isSignedIn ? <SignOutButton /> : <SignInLink />}
          </div>
        </div>
      </header>
      <main id="main" className="shell-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="shell-main small soft">{t('footer')}</footer>
    </div>
  );
}

/** Leads back here afterwards. */
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

function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
  const [location] = useLocation();
  const isHere = location.startsWith(href) || (location === '/' && href === '/topics');
  return (
    <Link href={href} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </Link>
  );
}

function ThemeChoice() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <select
      className="input"
      aria-label={t('theme.label')}
      value={theme}
      onChange={(event) => choose(event.target.value as Theme)}
    >
      {(['system', 'light', 'dark'] as const).map((one) => (
        <option key={one} value={one}>
          {t(`theme.${one}`)}
        </option>
      ))}
    </select>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <select
      className="input"
      aria-label={t('language')}
      value={i18n.language}
      onChange={(event) => void chooseLanguage(event.target.value as Language)}
    >
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
