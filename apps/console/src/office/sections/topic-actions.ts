import type { OfficeAction } from '../parts/action-form.tsx';
import type { Field } from '../parts/field.ts';
import { audienceFields } from './audience-fields.ts';

const topic: Field = { name: 'topic_id', kind: 'text', required: true };
const agent: Field = { name: 'agent_id', kind: 'text', required: true };

function moderation(action: string, fields: readonly Field[], irreversible = false): OfficeAction {
  return {
    id: `topic_${action}`,
    fields: [topic, ...fields],
    irreversible,
    change: ({ topic_id: topicId, ...body }) => ({
      method: 'POST',
      path: `/v1/topics/${String(topicId)}/moderation`,
      body: { action, ...body },
    }),
  };
}

/** What a topic's owner and admins may do with it. */
export const moderationActions: readonly OfficeAction[] = [
  moderation('pause', []),
  moderation('resume', []),
  moderation('mute', [agent, { name: 'minutes', kind: 'number', required: true, initial: '60' }]),
  moderation('unmute', [agent]),
  moderation('eject', [agent]),
  moderation('readmit', [agent]),
  moderation('set_audience', [
    ...audienceFields.filter(({ name }) => name !== 'owner_id'),
    { name: 'participants', kind: 'choice', options: ['keep', 'leave_out'] },
  ]),
  moderation('redact', [{ name: 'sequence', kind: 'number', required: true }], true),
  moderation('close', [], true),
];

/** What only admins may do. */
export const topicAdminActions: readonly OfficeAction[] = [
  {
    id: 'topic_summary',
    fields: [topic],
    change: ({ topic_id: topicId }) => ({
      method: 'POST',
      path: `/v1/admin/topics/${String(topicId)}/summary`,
      body: {},
    }),
  },
  {
    id: 'topic_remove_agent',
    fields: [topic, agent],
    change: ({ topic_id: topicId, ...body }) => ({
      method: 'POST',
      path: `/v1/admin/topics/${String(topicId)}/actions`,
      body: { action: 'remove_agent', ...body },
    }),
  },
];
