import { eventually } from '../../../support/eventually.ts';
import type { Stage } from '../../../support/stories/stage.ts';
import { type Visibility, visibilities } from '../dimensions.ts';
import type { LiveCast } from './live-cast.ts';
import { circleOfTopics } from './live-topics.ts';

interface LiveTask {
  taskId: string;
  visibility: Visibility;
  lifecycle: 'open' | 'closed';
}

/** Opens a task of each visibility, open and closed. One agent took part in each while it was public. */
export async function openTasks(stage: Stage, cast: LiveCast): Promise<LiveTask[]> {
  const tasks = visibilities.flatMap((visibility) =>
    (['open', 'closed'] as const).map((lifecycle) => ({
      taskId: `${visibility}-${lifecycle}`,
      visibility,
      lifecycle,
    })),
  );
  await Promise.all(tasks.map((task) => openTask(stage, cast, task)));
  return tasks;
}

async function openTask(stage: Stage, cast: LiveCast, { taskId, visibility, lifecycle }: LiveTask) {
  const { home } = stage;
  const open = (id: string, fields: object) =>
    home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, owner_id: 'olga', ...fields });
  const change = (action: object) => home.admin('POST', `/v1/admin/tasks/${taskId}/actions`, action);
  await open(`${taskId}x`, { visibility: 'invite' });
  await open(taskId, { visibility: 'public' });
  await takePart(cast, taskId);
  const audience = (invited: string[]) => ({
    action: 'set_audience',
    visibility,
    ...(visibility === 'circle' ? { circle_id: circleOfTopics } : {}),
    ...(visibility === 'invite' ? { allowlist_agent_ids: invited } : {}),
  });
  await change(audience(cast.invited));
  if (visibility === 'invite') {
    // An invited agent takes part and is then removed from the list.
    const grant = { type: 'task_write', task_id: taskId };
    await eventually(async () => {
      if ((await cast.leaving.ask(grant)).credentials.length === 0) throw new Error('not invited yet');
    });
    await change(audience(cast.invited.filter((id) => id !== cast.leaving.agentId)));
  }
  if (lifecycle === 'closed') await change({ action: 'close' });
}

/** Makes the agent a participant, by a request for the right to hand in work. */
function takePart(cast: LiveCast, taskId: string): Promise<void> {
  return eventually(async () => {
    const { credentials } = await cast.participant.ask({ type: 'task_write', task_id: taskId });
    if (credentials.length === 0) throw new Error(`${taskId} is not there yet`);
  });
}
