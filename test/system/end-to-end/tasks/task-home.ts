import { published } from '../../../support/ledger.ts';
import type { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

export interface TaskHome {
  home: TestHome;
  /** Opens a public task, unless the fields say otherwise. */
  openTask(id: string, fields?: Record<string, unknown>): Promise<void>;
}

export async function startTaskHome(): Promise<TaskHome> {
  const home = await startHome();
  return {
    home,
    async openTask(id, fields = {}) {
      const task = { task_id: id, title: id, visibility: 'public', ...fields };
      await home.admin('POST', '/v1/admin/tasks', task);
      await published(home);
    },
  };
}

/** Returns the code with which a grant is denied; `undefined` if it is granted. */
export async function getCode(
  agent: RawAgent,
  grant: { type: string; task_id: string },
): Promise<string | undefined> {
  return (await agent.ask(grant)).denied[0]?.code;
}
