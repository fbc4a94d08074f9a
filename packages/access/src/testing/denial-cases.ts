import type { GrantRequest } from '@agent-home/protocol';
import type { AccessFacts, TopicFacts } from '../grants/access-facts.ts';
import { readTopic, topic, writeMessage, writeRequest } from './decide-grant-support.ts';

interface DenialCase {
  why: string;
  grant: GrantRequest;
  change: Partial<AccessFacts>;
  denied: string;
}

export const agent = (standing: AccessFacts['agent']['standing']) => ({
  agent: { agent_id: 'ada', standing },
});
export const about = (change: Partial<TopicFacts>) => ({ topic: { ...topic, ...change } });

export const denials: DenialCase[] = [
  {
    why: 'an unknown agent',
    grant: { type: 'registry_read' },
    change: agent('unknown'),
    denied: 'not_admitted',
  },
  {
    why: 'a registered agent',
    grant: { type: 'registry_read' },
    change: agent('registered'),
    denied: 'not_admitted',
  },
  {
    why: 'an agent that left',
    grant: { type: 'heartbeat_write' },
    change: agent('withdrawn'),
    denied: 'withdrawn',
  },
  { why: 'a suspended agent', grant: readTopic, change: agent('suspended'), denied: 'suspended' },
  {
    why: 'a circle that is not there',
    grant: { type: 'circle_read', circle_id: 'c1' },
    change: {},
    denied: 'not_found',
  },
  { why: 'no such task', grant: { type: 'task_read', task_id: 'k1' }, change: {}, denied: 'not_found' },
  { why: 'an invented grant', grant: { type: 'root' }, change: {}, denied: 'unknown_grant' },
  {
    why: 'a name every object inherits',
    grant: { type: 'constructor' },
    change: {},
    denied: 'unknown_grant',
  },
  { why: 'no such topic', grant: readTopic, change: { topic: undefined }, denied: 'not_found' },
  { why: 'facts of another topic', grant: readTopic, change: about({ topic_id: 't2' }), denied: 'not_found' },
  { why: 'not invited', grant: readTopic, change: about({ visibility: 'invite' }), denied: 'not_found' },
  {
    why: 'not invited, and writing',
    grant: writeMessage,
    change: about({ visibility: 'invite' }),
    denied: 'not_found',
  },
  {
    why: 'a circle topic',
    grant: readTopic,
    change: about({ visibility: 'circle', allowlisted: true }),
    denied: 'not_found',
  },
  {
    why: 'an owner-only topic',
    grant: readTopic,
    change: about({ visibility: 'owner-only', participant: true }),
    denied: 'not_found',
  },
  { why: 'a closed topic', grant: writeMessage, change: about({ status: 'closed' }), denied: 'topic_closed' },
  {
    why: 'an unknown mode',
    grant: writeRequest,
    change: about({ mode_supported: false }),
    denied: 'mode_not_supported',
  },
  {
    why: 'a closed topic that one may not see',
    grant: writeMessage,
    change: about({ visibility: 'invite', status: 'closed' }),
    denied: 'not_found',
  },
  { why: 'a paused topic', grant: writeRequest, change: about({ paused: true }), denied: 'topic_paused' },
  {
    why: 'a paused topic that has closed',
    grant: writeMessage,
    change: about({ paused: true, status: 'closed' }),
    denied: 'topic_closed',
  },
  { why: 'a muted agent', grant: writeMessage, change: about({ restriction: 'muted' }), denied: 'muted' },
  { why: 'a barred agent', grant: readTopic, change: about({ restriction: 'banned' }), denied: 'barred' },
  {
    why: 'not the turn of this agent',
    grant: writeMessage,
    change: { writable: { denied: 'not_your_turn', message: 'bob speaks' } },
    denied: 'not_your_turn',
  },
  {
    why: 'a reason this list does not know',
    grant: writeMessage,
    change: { writable: { denied: 'moon_phase', message: 'wait' } },
    denied: 'not_writable_now',
  },
  {
    why: 'nothing to write',
    grant: writeMessage,
    change: { writable: { keys: [] } },
    denied: 'window_closed',
  },
];
