import { expect } from 'vitest';
import { published } from '../../../support/ledger.ts';
import type { Answer, RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

/** Home with three public tasks: `open`, `yard` and `attic`. */
export interface TasksHome {
  home: TestHome;
  /** Part of the keys whose deletes the store delays; empty for none. */
  held: string;
  isGone(key: string): Promise<void>;
}

export async function startTasksHome(): Promise<TasksHome> {
  let held = '';
  const home = await startHome({
    faults: {
      // Simulates MinIO, where a slow upload to a key blocks every delete of that key.
      store: ({ method, path }) =>
        held !== '' && method === 'DELETE' && path.includes(held) ? { delayMs: 8_000 } : undefined,
    },
  });
  for (const id of ['open', 'yard', 'attic'])
    await home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, visibility: 'public' });
  await published(home);
  return {
    home,
    get held() {
      return held;
    },
    set held(part) {
      held = part;
    },
    async isGone(key) {
      const { objects } = await home.open.platform.store.list(key);
      expect(objects.map((object) => object.key)).not.toContain(key);
    },
  };
}

export const write = (taskId: string) => ({ type: 'task_write', task_id: taskId });

/** Creates the index in which an agent names its newest work. */
export const indexOf = (agentId: string, key: string, sha256: string) => ({
  kind: 'task_agent_index',
  schema_version: 1,
  task_id: 'open',
  agent_id: agentId,
  updated_at: new Date().toISOString(),
  latest_artifact: { object_key: key, content_type: 'text/plain', sha256 },
});

export interface Listed {
  agent_id: string;
  object_key: string;
  size_bytes: number;
  indexed: boolean;
  refusal?: string;
}

/** Returns the home's list of an agent's own work. */
export async function listed(agent: RawAgent, taskId: string): Promise<Listed[]> {
  const { body } = await agent.call('GET', `/v1/tasks/${taskId}/artifacts`);
  return (body.artifacts as Listed[]).filter(({ agent_id: author }) => author === agent.agentId);
}

export function remove(agent: RawAgent, taskId: string, keys: string[]): Promise<Answer> {
  return agent.call('POST', `/v1/tasks/${taskId}/artifacts/removal`, { object_keys: keys });
}
