import { addImport, insertAfter, insertBefore, replace, within } from '../../source-mutations/changes.ts';
import { inAccess, inCli, inPlatform, mutation, type SeedMutations } from '../seed-mutation.ts';

const folderOfTask = '`${containerPrefix.task(task.task_id)}agents/${agent.agent_id}/`';
const permission = "{ permissions: [{ class: 'artifact', action: 'put', prefix }] }";

/** Tasks and their audiences. */
export const taskRows: SeedMutations = {
  '1.3': mutation(
    'An agent that may write in a task may write in the folder of every agent there.',
    inAccess('decideTask', replace(folderOfTask, '`${containerPrefix.task(task.task_id)}agents/`')),
  ),
  '7.3': mutation(
    'An agent that may write in a task may write its manifest: session policy and role policy both allow it.',
    inAccess(
      'decideTask',
      insertBefore(
        `return ${permission};`,
        "const manifest = `${containerPrefix.task(task.task_id)}manifest.json`;\nconst own = { class: 'artifact', action: 'put' } as const;",
      ),
      replace(permission, '{ permissions: [{ ...own, prefix }, { ...own, key: manifest } as never] }'),
    ),
    inCli('agentRolePolicy', insertAfter("'agents/heartbeats/*'", "'tasks/*/manifest.json'")),
  ),
  '8.1': mutation(
    'An agent that may read one public task may read all tasks.',
    inAccess(
      'taskReadPermissions',
      replace('containerPrefix.task(taskId)', "containerPrefix.task(taskId).replace(/[^/]+\\/$/, '')"),
    ),
  ),
  '8.2': mutation(
    'Every agent may read a task of a circle.',
    inAccess('readersOf', replace("['circle_member']", "['anybody']")),
  ),
  '8.3': mutation(
    'An agent stays on the allowlist of a task after it is taken off.',
    inPlatform(
      'readdress',
      addImport('inArray', 'drizzle-orm'),
      within(
        'executor.delete(taskAllowlist).where(…)',
        replace(
          'eq(taskAllowlist.taskId, taskId)',
          'and(eq(taskAllowlist.taskId, taskId), inArray(taskAllowlist.agentId, allowlist))',
        ),
      ),
    ),
  ),
  '9.1': mutation(
    'Credentials ignore the allowlist in the manifest of a task.',
    inAccess('readersOf', replace("['allowlisted', 'participant']", "['anybody']")),
  ),
};
