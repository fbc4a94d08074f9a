import { requestTo, type TopicItem, topicEndpoints } from '@agent-home/http-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../../components/icon.tsx';
import { PopMenu } from '../../components/pop-menu.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { change } from '../../read/api.ts';
import { AskFirst } from './ask-first.tsx';
import { useMayModerate } from './use-may-moderate.ts';

/** Topic actions for users with a permission: immediate ones, and a link to the office’s tools. */
export function AdminMenu({ topic }: { topic: TopicItem }) {
  const { t } = useTranslation('topic');
  const client = useQueryClient();
  const [isClosing, setClosing] = useState(false);
  const moderate = useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'close') =>
      change({
        ...requestTo(topicEndpoints.moderate, { params: { topic_id: topic.topic_id } }),
        body: { action },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['topic', topic.topic_id] }),
  });
  if (!useMayModerate(topic)) return null;
  const isOpen = topic.status === 'open';
  return (
    <>
      <PopMenu
        label={t('admin.label')}
        title={t('admin.label')}
        inside={(close) => (
          <>
            {isOpen ? (
              <button
                type="button"
                className="pop-menu-item"
                onClick={() => {
                  close();
                  moderate.mutate(topic.paused ? 'resume' : 'pause');
                }}
              >
                {t(topic.paused ? 'admin.resume' : 'admin.pause')}
              </button>
            ) : null}
            <Link className="pop-menu-item" href={`/office/topics?topic_id=${topic.topic_id}`}>
              {t('admin.office')}
            </Link>
            {isOpen ? (
              <button
                type="button"
                className="pop-menu-item pop-menu-item-danger"
                onClick={() => {
                  close();
                  setClosing(true);
                }}
              >
                {t('admin.close')}
              </button>
            ) : null}
          </>
        )}
      >
        <Icon name="office" size={18} />
        <span className="topic-tool-words">{t('admin.label')}</span>
      </PopMenu>
      {isClosing ? (
        <AskFirst
          title={t('admin.close_title')}
          consequence={t('admin.close_consequence')}
          act={t('admin.close')}
          change={() => moderate.mutateAsync('close')}
          onClose={() => setClosing(false)}
        >
          <strong>
            <UntrustedText text={topic.title} inline />
          </strong>
        </AskFirst>
      ) : null}
    </>
  );
}
