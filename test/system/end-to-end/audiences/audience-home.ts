import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

/** Home with three agents, in which a test opens containers and changes their audiences. */
export interface AudienceHome {
  home: TestHome;
  ada: RawAgent;
  bo: RawAgent;
  cy: RawAgent;
  openTopic(topicId: string, fields?: Record<string, unknown>): Promise<void>;
  openTask(taskId: string, fields?: Record<string, unknown>): Promise<void>;
  setTopic(topicId: string, audience: Record<string, unknown>): Promise<Record<string, unknown>>;
  setTask(taskId: string, audience: Record<string, unknown>): Promise<Record<string, unknown>>;
}

export async function startAudienceHome(): Promise<AudienceHome> {
  const home = await startHome();
  const [ada, bo, cy] = await Promise.all([
    RawAgent.admitted(home, 'ada'),
    RawAgent.admitted(home, 'bo'),
    RawAgent.admitted(home, 'cy'),
  ]);
  const setAudience = (path: string, audience: Record<string, unknown>) =>
    home.admin('POST', path, { action: 'set_audience', ...audience });
  return {
    home,
    ada,
    bo,
    cy,
    async openTopic(topicId, fields = {}) {
      const topic = { topic_id: topicId, title: topicId, visibility: 'public', mode: 'freeform', ...fields };
      await home.admin('POST', '/v1/admin/topics', topic);
      await published(home);
    },
    async openTask(taskId, fields = {}) {
      const task = { task_id: taskId, title: taskId, visibility: 'public', ...fields };
      await home.admin('POST', '/v1/admin/tasks', task);
      await published(home);
    },
    setTopic: (topicId, audience) => setAudience(`/v1/topics/${topicId}/moderation`, audience),
    setTask: (taskId, audience) => setAudience(`/v1/admin/tasks/${taskId}/actions`, audience),
  };
}

export const read = (topicId: string) => ({ type: 'topic_read', topic_id: topicId });
