import { describe, expect, it } from 'vitest';
import { facts, getContext } from '../../testing/alphabet/inputs.ts';
import { mode, Topic } from './testing/topic.ts';

describe('turn_queue', () => {
  it('joining twice, or while speaking, is refused', () => {
    const topic = new Topic();
    expect(topic.join('ada', 'ada', 'bo', 'bo')).toBe('accepted already_speaking accepted already_queued');
    topic.done('ada');
    expect(topic.join('ada')).toBe('accepted');
  });

  it('a full queue accepts no further member', () => {
    const topic = new Topic({ queue_max: 1 });
    expect(topic.join('ada', 'bo', 'cy')).toBe('accepted accepted queue_full');
    topic.done('ada');
    expect(topic.join('cy')).toBe('accepted');
  });

  it('a request of a type this mode does not know is recorded as ignored', () => {
    expect(new Topic().request('ada', 'slot_claim')).toBe('ignored');
  });

  it('the topic closes after its last turn', () => {
    const topic = new Topic({ max_turns: 2 });
    topic.join('ada', 'bo', 'cy');
    topic.done('ada');
    const { effects, state } = topic.after(60).put({ type: 'deadline' });
    expect(effects).toEqual([{ type: 'topic_closed' }]);
    expect(state).toMatchObject({
      status: 'closed',
      queue: [],
      queue_depth: 0,
      turn_id: null,
      turns_started: 2,
    });
  });

  it('a closed topic takes nothing and grants nothing', () => {
    const topic = new Topic();
    topic.join('ada', 'bo');
    expect(topic.close()).toBe('accepted');
    const inputs = [
      topic.join('cy'),
      topic.say('ada', 'turn_000001_0001'),
      topic.done('ada'),
      topic.deadline(),
    ];
    expect([...inputs, topic.close(), topic.remove('bo')]).toEqual(Array(6).fill('topic_closed'));
    expect(topic.may('ada')).toBe('topic_closed');
    expect(mode.writableRequests(topic.state, facts('ada'), topic.rules, getContext(0))).toMatchObject({
      denied: 'topic_closed',
    });
    expect([mode.deadline(topic.state), mode.isOpen(topic.state)]).toEqual([undefined, false]);
  });

  it('an agent that is removed loses its turn and its place', () => {
    const topic = new Topic();
    topic.join('ada', 'bo', 'cy');
    expect(topic.remove('bo')).toBe('accepted');
    expect(topic.state).toMatchObject({ queue_depth: 1, speaker_agent_id: 'ada' });
    expect(topic.remove('ada')).toBe('accepted');
    expect(topic.state).toMatchObject({ queue_depth: 0, speaker_agent_id: 'cy', turn_id: 'turn_000002' });
    expect(topic.remove('nobody')).toBe('accepted');
  });

  it('requests are numbered on from the last one judged, a few at a time', () => {
    const topic = new Topic();
    const writable = mode.writableRequests(
      topic.state,
      facts('ada', { last_request_number: 8 }),
      topic.rules,
      getContext(0),
    );
    expect(writable).toEqual({
      ids: [{ id: 'r000009' }, { id: 'r000010' }, { id: 'r000011' }, { id: 'r000012' }],
    });
  });

  it('turn_queue writes its default rules out', () => {
    expect(mode.parseRules({})).toEqual({
      rules: {
        queue_policy: 'fifo',
        turn_ttl_seconds: 180,
        end_condition: 'turn_done_or_timeout',
        queue_max: 100,
      },
    });
  });

  const badRules: [rules: unknown, path: string][] = [
    [{ turn_ttl_seconds: 0 }, 'rules.turn_ttl_seconds'],
    [{ turn_ttl_seconds: 86_401 }, 'rules.turn_ttl_seconds'],
    [{ turn_ttl_seconds: 1.5 }, 'rules.turn_ttl_seconds'],
    [{ turn_ttl_seconds: '60' }, 'rules.turn_ttl_seconds'],
    [{ queue_policy: 'lifo' }, 'rules.queue_policy'],
    [{ end_condition: 'never' }, 'rules.end_condition'],
    [{ queue_max: 0 }, 'rules.queue_max'],
    [{ queue_max: 1001 }, 'rules.queue_max'],
    [{ max_turns: 0 }, 'rules.max_turns'],
    [{ turn_ttl: 60 }, 'rules'],
    ['fifo', 'rules'],
    [null, 'rules'],
    [[], 'rules'],
  ];
  it('a bad rule is refused with path and reason', () => {
    for (const [rules, path] of badRules) {
      expect([rules, mode.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
