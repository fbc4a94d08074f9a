import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { getContext } from '../../testing/alphabet/inputs.ts';
import { message } from '../../testing/alphabet/moves.ts';
import { RememberingStory } from '../../testing/stories/remembering-story.ts';

const mode = findMode('threaded', 1) as AnyMode;
const topic = (rules: JsonObject = {}) => new RememberingStory('threaded', rules);
const many = { thread_root_policy: 'multiple_roots' };
const to = (path: string) => {
  const [agentId = '', messageId = ''] = path.split('/');
  return { agent_id: agentId, message_id: messageId };
};
const getKey = (path: string, topicId = 't1') => `topics/${topicId}/messages/${path}.json`;

/** Sends the message `path`, optionally as a reply to another path. */
function say(story: RememberingStory, path: string, parent?: string, meta: JsonObject = {}): string {
  const { agent_id: agentId, message_id: messageId } = to(path);
  const replyTo = parent === undefined ? {} : { reply_to: to(parent) };
  return story.say(agentId, messageId, { meta: { ...replyTo, ...meta } });
}

describe('threaded', () => {
  it('replies make a tree below the one root', () => {
    const story = topic();
    expect(say(story, 'ada/000001')).toBe('accepted');
    expect(say(story, 'bo/000001', 'ada/000001', { thread_root: to('ada/000001') })).toBe('accepted');
    expect(say(story, 'ada/000002', 'bo/000001', { thread_root: to('ada/000001') })).toBe('accepted');
    expect(say(story, 'cy/000001', 'ada/000001')).toBe('accepted');
    expect(story.state).toEqual({
      status: 'open',
      closed_reason: null,
      message_count: 4,
      last_message: { agent_id: 'cy', message_id: '000001' },
      root: { agent_id: 'ada', message_id: '000001' },
    });
  });

  it('a second root is refused where one is allowed', () => {
    const story = topic();
    expect(say(story, 'bo/000001')).toBe('accepted');
    expect(say(story, 'ada/000001')).toBe('root_exists');
    expect(story.last?.verdict.explanation).toContain('bo/000001');
    expect(story.say('ada', '000001')).toBe('root_exists');
    expect(say(story, 'ada/000001', 'bo/000001')).toBe('accepted');
  });

  it('several roots grow side by side under multiple_roots', () => {
    const story = topic(many);
    expect([say(story, 'ada/000001'), say(story, 'bo/000001'), say(story, 'ada/000002')]).toEqual(
      Array(3).fill('accepted'),
    );
    expect(story.state).toMatchObject({ root: null, message_count: 3 });
    expect(say(story, 'cy/000001', 'bo/000001', { thread_root: to('bo/000001') })).toBe('accepted');
    expect(say(story, 'cy/000002', 'bo/000001', { thread_root: to('ada/000001') })).toBe('wrong_thread_root');
  });

  it('a reply deeper than the rules allow is refused', () => {
    const story = topic({ max_depth: 3 });
    say(story, 'ada/000001');
    expect(say(story, 'bo/000001', 'ada/000001')).toBe('accepted');
    expect(say(story, 'ada/000002', 'bo/000001')).toBe('accepted');
    expect(say(story, 'bo/000002', 'ada/000002')).toBe('too_deep');
    expect(say(story, 'bo/000002', 'bo/000001')).toBe('accepted');
    const flat = topic({ max_depth: 1 });
    say(flat, 'ada/000001');
    expect(say(flat, 'bo/000001', 'ada/000001')).toBe('too_deep');
  });

  it('a message with all replies refuses more, its replies not', () => {
    const story = topic({ max_replies_per_message: 2 });
    say(story, 'ada/000001');
    expect(say(story, 'bo/000001', 'ada/000001')).toBe('accepted');
    expect(say(story, 'bo/000002', 'bo/000001')).toBe('accepted');
    expect(say(story, 'cy/000001', 'ada/000001')).toBe('accepted');
    expect(say(story, 'cy/000002', 'ada/000001')).toBe('too_many_replies');
    expect(say(story, 'cy/000002', 'cy/000001')).toBe('accepted');
  });

  it('a reply to a message never accepted is refused', () => {
    const story = topic();
    expect(say(story, 'ada/000001', 'bo/000001')).toBe('unknown_parent');
    expect(say(story, 'ada/000001', 'ada/000001')).toBe('unknown_parent');
    say(story, 'ada/000001');
    story.say('bo', 'hello');
    say(story, 'bo/000001');
    for (const parent of ['bo/hello', 'bo/000001', 'ada/000002', 'nobody/000001', 'cy/000001']) {
      expect([parent, say(story, 'cy/000001', parent)]).toEqual([parent, 'unknown_parent']);
    }
  });

  it('all forms of a reference mean the same place', () => {
    const root = 'ada/000001';
    for (const meta of [
      { reply_to: to(root) },
      { reply_to_object_key: getKey(root) },
      { reply_to: to(root), reply_to_object_key: getKey(root) },
      { reply_to: { ...to(root), note: 'nice' }, thread_root_object_key: getKey(root) },
      { reply_to: to(root), thread_root: to(root), thread_root_object_key: getKey(root), side: 'pro' },
    ]) {
      const story = topic();
      say(story, root);
      expect(say(story, 'bo/000001', undefined, meta)).toBe('accepted');
      expect(say(story, 'cy/000001', 'bo/000001')).toBe('accepted');
      expect(story.topic.records.get('message/cy/000001')).toEqual({ depth: 3, root, replies: 0 });
    }
  });

  const badReferences: JsonObject[] = [
    { reply_to: null },
    { reply_to: 'ada/000001' },
    { reply_to: [] },
    { reply_to: {} },
    { reply_to: { agent_id: 'ada' } },
    { reply_to: { agent_id: 'ada', message_id: 1 } },
    { reply_to: { agent_id: 'ada/000001', message_id: '000001' } },
    { reply_to: { agent_id: '__proto__', message_id: '000001' } },
    { reply_to: { agent_id: 'ada', message_id: '0'.repeat(64) } },
    { reply_to_object_key: null },
    { reply_to_object_key: 1 },
    { reply_to_object_key: getKey('ada/000001', 't2') },
    { reply_to_object_key: 'topics/t1/requests/ada/000001.json' },
    { reply_to_object_key: 'topics/t1/messages/ada/../bo/000001.json' },
    { reply_to_object_key: `/${getKey('ada/000001')}` },
    { reply_to: to('ada/000001'), reply_to_object_key: getKey('ada/000002') },
    { reply_to: to('ada/000001'), reply_to_object_key: 'nonsense' },
    { reply_to: to('ada/000001'), thread_root: 'ada/000001' },
    { reply_to: to('ada/000001'), thread_root_object_key: getKey('ada/000001', 't2') },
    { thread_root: to('ada/000001'), thread_root_object_key: getKey('bo/000001') },
  ];
  it('a malformed, foreign or contradictory reference is refused', () => {
    const story = topic(many);
    say(story, 'ada/000001');
    say(story, 'ada/000002');
    for (const meta of badReferences) {
      expect([meta, say(story, 'bo/000001', undefined, meta)]).toEqual([meta, 'bad_reference']);
    }
    expect(say(story, 'bo/000001', 'ada/000001')).toBe('accepted');
  });

  it('a thread root other than the parent’s is refused', () => {
    const story = topic(many);
    say(story, 'ada/000001');
    say(story, 'bo/000001', 'ada/000001');
    for (const root of ['bo/000001', 'ada/000002', 'cy/000001']) {
      expect(say(story, 'cy/000001', 'bo/000001', { thread_root: to(root) })).toBe('wrong_thread_root');
    }
    expect(say(story, 'cy/000001', undefined, { thread_root: to('ada/000001') })).toBe('wrong_thread_root');
    expect(say(story, 'cy/000001', undefined, { thread_root: to('cy/000001') })).toBe('accepted');
  });

  it('an accepted message is not accepted at another place', () => {
    const story = topic(many);
    say(story, 'ada/000001');
    say(story, 'bo/000001', 'ada/000001');
    expect(say(story, 'bo/000001', 'ada/000001')).toBe('already_posted');
    expect(say(story, 'bo/000001')).toBe('already_posted');
    expect(say(story, 'ada/000001', 'bo/000001')).toBe('already_posted');
    expect(story.topic.records.get('message/ada/000001')).toEqual({
      depth: 1,
      root: 'ada/000001',
      replies: 1,
    });
  });

  it('a refused reply leaves its parent as it was', () => {
    const story = topic({ max_replies_per_message: 1 });
    say(story, 'ada/000001');
    say(story, 'bo/000001', 'ada/000001', { thread_root: to('bo/000001') });
    expect(story.last?.records).toBeUndefined();
    expect(say(story, 'bo/000001', 'ada/000001')).toBe('accepted');
  });

  it('threads are written at each agent’s numbered ids', () => {
    const story = topic();
    for (const id of ['hello', '1', '000000', '0000001', 'r000001', 'turn_000001_0001']) {
      expect([id, story.say('ada', id)]).toEqual([id, 'wrong_message_id']);
    }
    expect(story.may('ada', { last_message_number: 7 })).toBe('000008, 000009, 000010, 000011');
  });

  it('a threaded topic closes with its last message', () => {
    const story = topic({ ...many, max_messages: 2 });
    say(story, 'ada/000001');
    expect(say(story, 'bo/000001', 'ada/000001')).toBe('accepted');
    expect(story.last?.effects).toEqual([{ type: 'topic_closed' }]);
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'completed', message_count: 2 });
    expect(say(story, 'cy/000001', 'bo/000001')).toBe('topic_closed');
    expect([story.may('cy'), story.may('cy', {}, 'request')]).toEqual(['topic_closed', 'topic_closed']);
  });

  it('a threaded topic takes no requests and has no deadline', () => {
    const story = topic();
    expect([story.ask('ada', 'leave'), story.may('ada', {}, 'request')]).toEqual([
      'ignored',
      'requests_not_accepted',
    ]);
    expect([story.deadline(), mode.deadline(story.state), story.remove('ada')]).toEqual([
      'not_due',
      undefined,
      'accepted',
    ]);
    expect(story.close()).toBe('accepted');
    expect(story.state).toMatchObject({ status: 'closed', closed_reason: 'closed_by_admin' });
  });

  it('a message without facts about its parent is refused', () => {
    const story = topic();
    const input = message('bo', '000001', { meta: { reply_to: to('ada/000001') } });
    const judged = (records: Record<string, JsonObject | null>) =>
      mode.apply(story.state, input, story.rules, { ...getContext(1, 'bo'), records }).verdict.reason;
    expect(judged({})).toBe('fact_missing');
    expect(judged({ 'message/bo/000001': null })).toBe('fact_missing');
    expect(judged({ 'message/bo/000001': null, 'message/ada/000001': null })).toBe('unknown_parent');
  });

  it('threaded writes its default rules out and refuses bad ones', () => {
    expect(mode.parseRules({})).toEqual({
      rules: {
        max_depth: 4,
        max_replies_per_message: 50,
        thread_root_policy: 'single_root',
        max_messages: 10_000,
      },
    });
    for (const [rules, path] of [
      [{ max_depth: 0 }, 'rules.max_depth'],
      [{ max_depth: 1001 }, 'rules.max_depth'],
      [{ max_replies_per_message: 0 }, 'rules.max_replies_per_message'],
      [{ max_replies_per_message: 10_001 }, 'rules.max_replies_per_message'],
      [{ thread_root_policy: 'no_root' }, 'rules.thread_root_policy'],
      [{ max_messages: 0 }, 'rules.max_messages'],
      [{ max_messages: 100_001 }, 'rules.max_messages'],
      [{ depth: 1 }, 'rules'],
    ] as const) {
      expect(mode.parseRules(rules)).toMatchObject({ path });
    }
  });
});
