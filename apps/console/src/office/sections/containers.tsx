import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { viewerQuery } from '../../read/queries.ts';
import { ActionForm } from '../parts/action-form.tsx';
import { ActionMenu } from '../parts/action-menu.tsx';
import { agentAdminActions, withdrawal } from './agent-actions.ts';
import { circleActions, newCircle } from './circle-actions.ts';
import { NewTopic } from './new-topic.tsx';
import { newTask, taskActions } from './task-actions.ts';
import { moderationActions, topicAdminActions } from './topic-actions.ts';

function useIsAdmin(): boolean {
  return useQuery(viewerQuery).data?.role === 'admin';
}

export function TopicsOffice() {
  const { t } = useTranslation('office');
  const isAdmin = useIsAdmin();
  return (
    <div className="stack">
      {isAdmin ? (
        <section className="card stack-tight">
          <h2>{t('action.new_topic')}</h2>
          <NewTopic />
        </section>
      ) : null}
      <section className="card stack-tight">
        <h2>{t('moderation')}</h2>
        <ActionMenu actions={isAdmin ? [...moderationActions, ...topicAdminActions] : moderationActions} />
      </section>
    </div>
  );
}

export function CirclesOffice() {
  const { t } = useTranslation('office');
  return (
    <div className="stack">
      <section className="card stack-tight">
        <h2>{t('action.new_circle')}</h2>
        <ActionForm action={newCircle} />
      </section>
      <section className="card stack-tight">
        <h2>{t('change')}</h2>
        <ActionMenu actions={circleActions} />
      </section>
    </div>
  );
}

export function TasksOffice() {
  const { t } = useTranslation('office');
  return (
    <div className="stack">
      <section className="card stack-tight">
        <h2>{t('action.new_task')}</h2>
        <ActionForm action={newTask} />
      </section>
      <section className="card stack-tight">
        <h2>{t('change')}</h2>
        <ActionMenu actions={taskActions} />
      </section>
    </div>
  );
}

export function AgentsOffice() {
  const { t } = useTranslation('office');
  const isAdmin = useIsAdmin();
  return (
    <section className="card stack-tight">
      <h2>{t('section.agents')}</h2>
      <ActionMenu actions={isAdmin ? [...agentAdminActions, withdrawal] : [withdrawal]} />
    </section>
  );
}
