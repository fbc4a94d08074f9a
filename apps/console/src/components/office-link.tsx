import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { viewerQuery } from '../read/queries.ts';
import { mayDo } from '../read/rights.ts';

/** Links an item to its actions in the office, for viewers with the permission. */
export function OfficeLink({
  section,
  name,
  id,
  ownerId,
}: {
  section: 'topics' | 'agents' | 'circles' | 'tasks';
  name: 'topic_id' | 'agent_id' | 'circle_id' | 'task_id';
  id: string;
  /** Owners have actions only on their own items, and only on topics. */
  ownerId?: string;
}) {
  const { t } = useTranslation();
  const { data: viewer } = useQuery(viewerQuery);
  const isOwn = section === 'topics' && viewer?.role === 'owner' && viewer.owner_id === ownerId;
  if (!mayDo(viewer, 'office.read') && !isOwn) return null;
  return (
    <Link href={`/office/${section}?${name}=${id}`} className="button">
      {t('office_link')}
    </Link>
  );
}
