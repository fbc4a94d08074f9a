import { requestTo, type TopicItem, topicEndpoints } from '@agent-home/http-contract';
import type { Field } from '../components/field.ts';
import type { OfficeAction } from '../components/office-action.ts';
import { newAudienceFields } from './audience-fields.ts';

type TopicAction = OfficeAction<TopicItem>;

const agent: Field = { name: 'agent_id', kind: 'agent', required: true };
const minutes: Field = {
  name: 'minutes',
  kind: 'number',
  required: true,
  initial: '60',
  minimum: 1,
  maximum: 525_600,
};
const isOpen = ({ status }: TopicItem) => status === 'open';

function moderation(action: string, rest: Omit<Partial<TopicAction>, 'id' | 'change'> = {}): TopicAction {
  return {
    id: `topic_${action}`,
    when: isOpen,
    ...rest,
    change: ({ topic_id: id }, body) => ({
      ...requestTo(topicEndpoints.moderate, { params: { topic_id: id } }),
      body: { action, ...body },
    }),
  };
}

function administration(
  id: string,
  change: TopicAction['change'],
  rest: Partial<TopicAction> = {},
): TopicAction {
  return { id, when: isOpen, ...rest, change };
}

/** Skips the agent that has the turn: the turn ends now, and the next one begins. */
export const endTurn = administration(
  'topic_end_turn',
  ({ topic_id: id, turn }) => ({
    ...requestTo(topicEndpoints.act, { params: { topic_id: id } }),
    body: { action: 'remove_agent', agent_id: turn?.agent_id },
  }),
  { asks: true, when: (topic) => isOpen(topic) && topic.turn != null },
);

/** Actions of a topic's owner and of admins. */
export const moderationActions: readonly TopicAction[] = [
  moderation('pause', { when: (topic) => isOpen(topic) && !topic.paused }),
  moderation('resume', { when: (topic) => isOpen(topic) && topic.paused }),
  moderation('mute', { fields: [agent, minutes] }),
  moderation('unmute', { fields: [agent] }),
  moderation('eject', { fields: [agent] }),
  moderation('readmit', { fields: [agent] }),
  moderation('set_audience', { fields: newAudienceFields }),
  moderation('close', { isIrreversible: true }),
];

/** Actions of admins only. */
export const topicAdminActions: readonly TopicAction[] = [
  endTurn,
  ...moderationActions.slice(0, -1),
  administration(
    'topic_remove_agent',
    ({ topic_id: id }, body) => ({
      ...requestTo(topicEndpoints.act, { params: { topic_id: id } }),
      body: { action: 'remove_agent', ...body },
    }),
    { fields: [agent] },
  ),
  administration(
    'topic_summary',
    ({ topic_id: id }) => ({
      ...requestTo(topicEndpoints.orderSummary, { params: { topic_id: id } }),
      body: {},
    }),
    { when: () => true },
  ),
  ...moderationActions.slice(-1),
];
