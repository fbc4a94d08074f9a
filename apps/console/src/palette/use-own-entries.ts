import type { Viewer } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language, languages } from '../i18n/set-up.ts';
import { chooseTheme } from '../layout/theme.ts';
import { useSignOut } from '../layout/use-sign-out.ts';
import { answeringAs } from '../owner/owner-home-query.ts';
import type { IconName } from '../parts/icon.tsx';
import type { Entry } from './entry.ts';

const pages = [
  ['rooms', '/'],
  ['agents', '/agents'],
  ['circles', '/circles'],
  ['tasks', '/tasks'],
  ['search', '/search'],
] as const satisfies readonly (readonly [IconName, string])[];

/** Sections of the office, with `true` also for owners, and what can be begun there. What an office has no word for it has not. */
const sections: readonly (readonly [string, boolean])[] = [
  ['overview', false],
  ['topics', true],
  ['agents', true],
  ['admissions', false],
  ['proposals', false],
  ['circles', false],
  ['tasks', false],
  ['people', false],
  ['audit', false],
  ['events', false],
  ['keys', false],
  ['health', false],
];
const beginnings = [
  ['new_topic', 'topics', 'new-topic'],
  ['new_circle', 'circles', 'new-circle'],
  ['new_task', 'tasks', 'new-task'],
  ['new_owner', 'people', 'people'],
  ['new_token', 'people', 'people'],
] as const;

/** What is always there: pages, what may be done, the office as far as it is for whoever looks, how they want to look. */
export function useOwnEntries(viewer: Viewer | undefined): Entry[] {
  const { t, i18n } = useTranslation('palette');
  const signOut = useSignOut();
  const isAdmin = viewer?.role === 'admin';
  const isSignedIn = isAdmin || viewer?.role === 'owner';
  const page = (icon: IconName, href: string, words: string): Entry => ({
    id: `page:${href}`,
    group: 'pages',
    words,
    look: { icon },
    href,
  });
  const has = (section: string) => i18n.exists(`section.${section}`, { ns: 'office' });
  const shown = isSignedIn
    ? sections.filter(([name, forOwners]) => (isAdmin || forOwners) && has(name))
    : [];
  const office = shown.map(([name]): Entry => ({
    id: `office:${name}`,
    group: 'office',
    words: t(`section.${name}`, { ns: 'office' }),
    hint: t('pages.office', { ns: 'shell' }),
    look: { icon: 'office' },
    href: `/office/${name}`,
  }));
  const actions: Entry[] = [
    {
      id: 'act:join',
      group: 'actions',
      words: t('nav.join', { ns: 'common' }),
      look: { icon: 'bring' },
      href: '/join',
    },
    ...(isAdmin ? beginnings : []).map(
      ([name, section, own]): Entry => ({
        id: `act:${name}`,
        group: 'actions',
        words: t(`action.${name}`, { ns: 'office' }),
        hint: t('pages.office', { ns: 'shell' }),
        look: { icon: 'office' },
        href: `/office/${has(own) ? own : section}`,
      }),
    ),
    isSignedIn
      ? { id: 'act:out', group: 'actions', words: t('session.sign_out', { ns: 'common' }), look: { icon: 'person' }, run: signOut }
      : { id: 'act:in', group: 'actions', words: t('session.sign_in', { ns: 'common' }), look: { icon: 'person' }, href: '/sign-in' },
  ];
  const settings: Entry[] = [
    ...(['light', 'dark', 'system'] as const).map(
      (theme): Entry => ({
        id: `theme:${theme}`,
        group: 'settings',
        words: t('theme', { theme: t(`theme.${theme}`, { ns: 'common' }) }),
        look: { icon: 'person' },
        run: () => chooseTheme(theme),
      }),
    ),
    ...(Object.entries(languages) as [Language, string][])
      .filter(([language]) => language !== i18n.language)
      .map(
        ([language, name]): Entry => ({
          id: `language:${language}`,
          group: 'settings',
          words: name,
          hint: t('language', { ns: 'common' }),
          look: { icon: 'person' },
          run: () => void chooseLanguage(language),
        }),
      ),
  ];
  return [
    ...pages.map(([name, href]) => page(name, href, t(`pages.${name}`, { ns: 'shell' }))),
    page('rooms', '/topics', t('topics.all', { ns: 'common' })),
    ...(answeringAs(viewer) === undefined ? [] : [page('mine', '/mine', t('mine_long', { ns: 'around' }))]),
    page('search', '/glossary', t('glossary', { ns: 'around' })),
    ...actions,
    ...office,
    ...settings,
  ];
}
