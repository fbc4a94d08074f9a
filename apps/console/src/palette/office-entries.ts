import type { Viewer } from '@agent-home/http-contract';
import type { i18n as I18n } from 'i18next';
import type { Entry } from './entry.ts';

/** Sections of the office; with `true` also for owners. What an office has no word for it has not. */
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

/** What an admin can begin, in which section, and where it is a page of its own. */
const beginnings = [
  ['new_topic', 'topics', 'new-topic'],
  ['new_circle', 'circles', 'new-circle'],
  ['new_task', 'tasks', 'new-task'],
  ['new_owner', 'people', 'people'],
  ['new_token', 'people', 'people'],
] as const;

/** The office, as far as it is for whoever looks. */
export function officeEntries({ t, exists }: I18n, viewer: Viewer | undefined): Entry[] {
  const isAdmin = viewer?.role === 'admin';
  if (!isAdmin && viewer?.role !== 'owner') return [];
  const common = { hint: t('pages.office', { ns: 'shell' }), look: { icon: 'office' } } as const;
  const has = (section: string) => exists(`section.${section}`, { ns: 'office' });
  return [
    ...sections
      .filter(([name, forOwners]) => (isAdmin || forOwners) && has(name))
      .map(
        ([name]): Entry => ({
          ...common,
          id: `office:${name}`,
          group: 'office',
          words: t(`section.${name}`, { ns: 'office' }),
          href: `/office/${name}`,
        }),
      ),
    ...(isAdmin ? beginnings : []).map(
      ([name, section, own]): Entry => ({
        ...common,
        id: `act:${name}`,
        group: 'actions',
        words: t(`action.${name}`, { ns: 'office' }),
        href: `/office/${has(own) ? own : section}`,
      }),
    ),
  ];
}
