import type { Permission, Viewer } from '@agent-home/http-contract';
import type { i18n as I18n } from 'i18next';
import { isSignedIn, mayDo } from '../read/rights.ts';
import type { Entry } from './entry.ts';

/** Sections of the office with the permission that opens each. A section without a text in the office is omitted. */
const sections: readonly (readonly [string, Permission])[] = [
  ['overview', 'office.read'],
  ['topics', 'office.read'],
  ['agents', 'office.read'],
  ['admissions', 'admissions'],
  ['rules', 'office.read'],
  ['proposals', 'office.read'],
  ['circles', 'office.read'],
  ['tasks', 'office.read'],
  ['people', 'identities'],
  ['users', 'identities'],
  ['acts', 'audit.read'],
  ['audit', 'audit.read'],
  ['events', 'operations.read'],
  ['keys', 'operations.read'],
  ['health', 'operations.read'],
];
const ofOwners: ReadonlySet<string> = new Set(['topics', 'agents']);

/** Actions of an admin, with their section, and their page if they have one. */
const beginnings = [
  ['new_topic', 'topics', 'new-topic', 'content'],
  ['new_circle', 'circles', 'new-circle', 'content'],
  ['new_task', 'tasks', 'new-task', 'content'],
  ['new_owner', 'people', 'people', 'identities'],
  ['new_token', 'people', 'people', 'identities'],
] as const;

/** Returns the entries of the office that are for this viewer. */
export function officeEntries({ t, exists }: I18n, viewer: Viewer | undefined): Entry[] {
  if (!isSignedIn(viewer)) return [];
  const isOpen = (name: string, permission: Permission) =>
    viewer?.role === 'owner' ? ofOwners.has(name) : mayDo(viewer, permission);
  const common = { hint: t('pages.office', { ns: 'shell' }), look: { icon: 'office' } } as const;
  const has = (section: string) => exists(`section.${section}`, { ns: 'office' });
  return [
    ...sections
      .filter(([name, permission]) => isOpen(name, permission) && has(name))
      .map(
        ([name]): Entry => ({
          ...common,
          id: `office:${name}`,
          group: 'office',
          words: t(`section.${name}`, { ns: 'office' }),
          href: `/office/${name}`,
        }),
      ),
    ...beginnings
      .filter(([, , , permission]) => mayDo(viewer, permission))
      .map(
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
