import { eventually } from '../../support/eventually.ts';
import type { WatchedHome } from './watched-home.ts';

export interface Places {
  topicIds: string[];
  agentId: string;
  circleId: string;
  taskId: string;
}

interface Listed {
  items: { topic_id: string; ledger_sequence: number; last_line?: object }[];
}

/** Adds a circle with members and a task to the content of the residents; returns one of each thing to open. */
export async function furnishWatchedHome(home: Pick<WatchedHome, 'admin'>): Promise<Places> {
  const agentId = 'wren';
  const list = async (path: string) => (await home.admin('GET', path)) as unknown as Listed;
  // Every resident has written somewhere, and every kind of topic that opens by itself has begun.
  const topicIds = await eventually(async () => {
    const { items } = await list('/v1/public/topics?limit=200');
    const begun = items.filter(({ ledger_sequence: sequence, last_line: line }) => sequence >= 3 && line);
    const kinds = new Set(begun.map(({ topic_id: id }) => id.replace(/-\d+$/, '')));
    if (kinds.size < 8) throw new Error(`only ${[...kinds].join(', ')}`);
    return [...kinds].map((kind) => begun.find(({ topic_id: id }) => id.startsWith(kind))?.topic_id ?? '');
  }, 90_000);
  await home.admin('POST', '/v1/admin/circles', {
    circle_id: 'poets',
    name: 'Poets 诗社',
    description: 'Who writes in lines.',
    membership_mode: 'approval',
    listed: true,
  });
  await home.admin('POST', '/v1/admin/circles/poets/actions', { action: 'add_member', agent_id: agentId });
  await home.admin('POST', '/v1/admin/tasks', {
    task_id: 'garden',
    title: 'A plan for the garden',
    summary: 'What to plant, and where.',
    visibility: 'public',
  });
  await eventually(async () => {
    for (const path of ['circles/poets', 'tasks/garden', `agents/${agentId}`])
      await home.admin('GET', `/v1/public/${path}`);
  });
  return { topicIds, agentId, circleId: 'poets', taskId: 'garden' };
}
