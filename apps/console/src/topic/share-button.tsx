import { useTranslation } from 'react-i18next';
import { Icon } from '../components/icon.tsx';
import { PopMenu } from '../components/pop-menu.tsx';
import { CopyLink } from './menu/copy-link.tsx';

/** Shares the address of this topic by the system's dialog, or copies it. */
export function ShareButton({ topicId, title }: { topicId: string; title: string }) {
  const { t } = useTranslation('topic');
  const url = `${location.origin}/topics/${topicId}`;
  const canShare = typeof navigator.share === 'function';
  return (
    <PopMenu
      label={t('share.title')}
      title={t('share.title')}
      inside={(close) => (
        <>
          <CopyLink url={url} />
          {canShare ? (
            <button
              type="button"
              className="pop-menu-item"
              onClick={() => {
                close();
                navigator.share({ title, url }).catch(() => {});
              }}
            >
              {t('share.by')}
            </button>
          ) : null}
        </>
      )}
    >
      <Icon name="share" size={18} />
      <span className="topic-tool-words">{t('share.do')}</span>
    </PopMenu>
  );
}
