import type { ExampleAgent } from '../../../../../examples/published-home/example-agent.ts';
import { secret } from '../homes.ts';

/** Requests of this outsider to one route: path and body. */
export type Cases = (agent: ExampleAgent) => { at: string; body?: unknown }[];

export const onSecret =
  (template: (id: string) => string, ids: readonly string[], bodies: readonly unknown[] = [undefined]) =>
  () =>
    ids.flatMap((id) =>
      bodies.map((body) => ({ at: template(id), ...(body === undefined ? {} : { body }) })),
    );
export const one = (at: string, ...bodies: unknown[]) =>
  onSecret(() => at, ['-'], bodies.length ? bodies : undefined);
const pages = [
  '',
  '?limit=1',
  '?limit=1&after=aa-square',
  '?limit=2&after=aa',
  '?after=mm-circle',
  '?limit=200',
];
export const paged = (at: string) => () => pages.map((page) => ({ at: `${at}${page}` }));
export const topicIds = [...secret.topics, 'nowhere'];
export const taskIds = [...secret.tasks, 'nowhere'];
export const circleIds = [secret.circle, 'nowhere'];
export const specNames = [secret.spec, 'nowhere'];
export const approvalIds = [secret.approval, `ask_${'6'.repeat(32)}`];
export const runIds = [secret.run, 'run_nowhere'];
export const agentIds = ['ira', 'nobody'];
export const close = { action: 'close' };

export const keysOfSecrets = [
  `circles/${secret.circle}/manifest.json`,
  ...secret.topics.map((id) => `topics/${id}/manifest.json`),
  ...secret.tasks.map((id) => `tasks/${id}/manifest.json`),
];
