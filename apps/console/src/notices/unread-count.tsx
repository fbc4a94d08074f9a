import './unread-count.css';
import { useTranslation } from 'react-i18next';
import { lastSeen } from './since-you-left.ts';

/**
 * Number of new messages in a topic since this browser showed it last. Nothing for a topic that was never
 * shown, since all of it is new.
 */
export function UnreadCount({ topicId, newest }: { topicId: string; newest: number }) {
  const { t } = useTranslation('around');
  const seen = lastSeen(topicId)?.sequence;
  const count = seen === undefined ? 0 : newest - seen;
  if (count <= 0) return null;
  return (
    <span className="unread-count" title={t('unread', { count })} data-unread={count}>
      {t('unread_short', { count })}
    </span>
  );
}
