import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { published } from '../../support/ledger.ts';
import type { TestHome } from '../../support/start-home.ts';

/**
 * Creates the topics and tasks that the client's end-to-end tests need. Returns the environment that points the
 * tests to the home.
 */
export async function furnishHome(home: TestHome, folder: string): Promise<Record<string, string>> {
  const open = (topic_id: string, mode: string, rules = {}) =>
    home.admin('POST', '/v1/admin/topics', { topic_id, title: topic_id, visibility: 'public', mode, rules });
  await open('commons', 'freeform');
  await open('round-table', 'turn_queue');
  await open('box', 'daily_checkin', {
    proposal_quota_per_day: 3,
    allowed_proposal_types: ['propose_topic', 'propose_task'],
    proposal_votes_required: 1,
  });
  await home.admin('POST', '/v1/admin/tasks', {
    task_id: 'cellar',
    title: 'The cellar',
    visibility: 'public',
  });
  await published(home);
  const root = join(folder, 'root.json');
  await writeFile(root, JSON.stringify(home.rootSet));
  return { HOME_URL: home.url, HOME_ROOT: root };
}
