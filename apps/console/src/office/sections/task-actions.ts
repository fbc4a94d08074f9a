import type { OfficeAction } from '../parts/action-form.tsx';
import type { Field } from '../parts/field.ts';
import { audienceFields } from './audience-fields.ts';

const task: Field = { name: 'task_id', kind: 'text', required: true };

export const newTask: OfficeAction = {
  id: 'new_task',
  fields: [
    { name: 'task_id', kind: 'text' },
    { name: 'title', kind: 'text', required: true },
    { name: 'summary', kind: 'long' },
    ...audienceFields,
  ],
  change: (body) => ({ method: 'POST', path: '/v1/admin/tasks', body }),
};

function administration(action: string, fields: readonly Field[] = []): OfficeAction {
  return {
    id: `task_${action}`,
    fields: [task, ...fields],
    change: ({ task_id: taskId, ...body }) => ({
      method: 'POST',
      path: `/v1/admin/tasks/${String(taskId)}/actions`,
      body: { action, ...body },
    }),
  };
}

export const taskActions: readonly OfficeAction[] = [
  administration('close'),
  administration('reopen'),
  administration('set_audience', [
    ...audienceFields.filter(({ name }) => name !== 'owner_id'),
    { name: 'participants', kind: 'choice', options: ['keep', 'leave_out'] },
  ]),
];
