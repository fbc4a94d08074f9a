import type { Viewer } from '@agent-home/http-contract';
import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../components/icon.tsx';
import { chooseLanguage, type Language, languages } from '../i18n/set-up.ts';
import { chooseTheme } from '../layout/theme.ts';
import { useSignOut } from '../layout/use-sign-out.ts';
import { answeringAs } from '../read/answering-as.ts';
import { isSignedIn, mayReadRuns } from '../read/rights.ts';
import type { Entry } from './entry.ts';
import { officeEntries } from './office-entries.ts';

/** Returns the fixed entries: pages, actions, sections of the office for this viewer, and display settings. */
export function useOwnEntries(viewer: Viewer | undefined): Entry[] {
  const { i18n } = useTranslation('palette');
  const signOut = useSignOut();
  return [
    ...pageEntries(i18n, viewer),
    ...personalEntries(i18n, viewer, signOut),
    ...officeEntries(i18n, viewer),
    ...settings(i18n),
  ];
}

function pageEntries({ t }: I18n, viewer: Viewer | undefined): Entry[] {
  const page = (icon: IconName, href: string, words: string): Entry => ({
    id: `page:${href}`,
    group: 'pages',
    words,
    look: { icon },
    href,
  });
  const named = (name: 'rooms' | 'agents' | 'circles' | 'tasks' | 'search', href: string) =>
    page(name, href, t(`pages.${name}`, { ns: 'shell' }));
  return [
    named('rooms', '/'),
    named('agents', '/agents'),
    named('circles', '/circles'),
    named('tasks', '/tasks'),
    named('search', '/search'),
    page('rooms', '/topics', t('topics.all', { ns: 'common' })),
    ...(answeringAs(viewer) === undefined ? [] : [page('mine', '/mine', t('mine_long', { ns: 'around' }))]),
    ...(mayReadRuns(viewer) ? [page('runs', '/runs', t('pages.all_runs', { ns: 'shell' }))] : []),
    ...(mayReadRuns(viewer) ? [page('specs', '/specs', t('pages.all_specs', { ns: 'shell' }))] : []),
    page('search', '/glossary', t('glossary', { ns: 'around' })),
  ];
}

function personalEntries({ t }: I18n, viewer: Viewer | undefined, signOut: () => void): Entry[] {
  const isMember = isSignedIn(viewer);
  const common = { group: 'actions', look: { icon: 'person' } } as const;
  return [
    {
      id: 'act:join',
      group: 'actions',
      words: t('nav.join', { ns: 'common' }),
      look: { icon: 'bring' },
      href: '/join',
    },
    isMember
      ? { ...common, id: 'act:out', words: t('session.sign_out', { ns: 'common' }), run: signOut }
      : { ...common, id: 'act:in', words: t('session.sign_in', { ns: 'common' }), href: '/sign-in' },
  ];
}

function settings({ t, language: chosen }: I18n): Entry[] {
  const common = { group: 'settings', look: { icon: 'person' } } as const;
  const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
    ...common,
    id: `theme:${theme}`,
    words: t('theme', { ns: 'palette', theme: t(`theme.${theme}`, { ns: 'common' }) }),
    run: () => chooseTheme(theme),
  }));
  const others = (Object.entries(languages) as [Language, string][]).filter(([one]) => one !== chosen);
  return [
    ...themes,
    ...others.map(([language, name]) => ({
      ...common,
      id: `language:${language}`,
      words: name,
      hint: t('language', { ns: 'common' }),
      run: () => void chooseLanguage(language),
    })),
  ];
}
