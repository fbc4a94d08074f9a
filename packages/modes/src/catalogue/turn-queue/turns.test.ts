import { describe, expect, it } from 'vitest';
import { at, facts, getContext, requestDocument } from '../../testing/alphabet/inputs.ts';
import { mode, Topic } from './testing/topic.ts';

describe('turn_queue', () => {
  it('the queue waits until an agent joins', () => {
    const topic = new Topic();
    expect(topic.state).toEqual({
      status: 'open',
      turn_id: null,
      speaker_agent_id: null,
      speaker_expires_at: null,
      speaker_has_posted: false,
      queue_depth: 0,
      queue: [],
      turns_started: 0,
    });
    expect([topic.may('ada'), mode.deadline(topic.state)]).toEqual(['not_your_turn', undefined]);
  });

  it('speakers wait in the order in which they joined', () => {
    const topic = new Topic();
    expect(topic.join('ada', 'bo', 'cy')).toBe('accepted accepted accepted');
    expect(topic.state).toMatchObject({
      turn_id: 'turn_000001',
      speaker_agent_id: 'ada',
      speaker_expires_at: at(60),
      queue_depth: 2,
      queue: [
        { agent_id: 'bo', joined_at: at(0) },
        { agent_id: 'cy', joined_at: at(0) },
      ],
    });
  });

  it('only the speaker writes, at the key of its turn', () => {
    const topic = new Topic();
    topic.join('ada', 'bo');
    expect(mode.writableMessages(topic.state, facts('ada'), topic.rules, getContext(0))).toEqual({
      ids: [{ id: 'turn_000001_0001', not_after: at(60) }],
    });
    expect(topic.may('bo')).toBe('not_your_turn');
    expect(topic.may('cy')).toBe('not_your_turn');
  });

  it('turn_done gives the turn to the next in the queue', () => {
    const topic = new Topic();
    topic.join('ada', 'bo');
    topic.after(10);
    const request = requestDocument('ada', 'r000002', {
      type: 'turn_done',
      payload: { turn_id: 'turn_000001' },
    });
    const { effects } = topic.put({
      type: 'request',
      agent_id: 'ada',
      request_id: 'r000002',
      request: request as never,
    });
    expect(effects).toEqual([
      { type: 'turn_started', agent_id: 'bo', turn_id: 'turn_000002', expires_at: at(70) },
    ]);
    expect([topic.may('ada'), topic.may('bo')]).toEqual(['not_your_turn', 'turn_000002_0001']);
    expect(topic.done('bo')).toBe('accepted');
    expect(topic.state).toMatchObject({ turn_id: null, speaker_agent_id: null, speaker_expires_at: null });
  });

  it('turn_done is refused from anyone else and for any other turn', () => {
    const topic = new Topic();
    expect(topic.done('ada')).toBe('not_your_turn');
    topic.join('ada', 'bo', 'ada');
    expect(topic.done('bo')).toBe('not_your_turn');
    expect(topic.done('ada', 'turn_000002')).toBe('turn_over');
    expect(topic.request('ada', 'turn_done')).toBe('turn_over');
    expect(topic.request('ada', 'turn_done', { turn_id: ['turn_000001'] })).toBe('turn_over');
  });

  it('a silent speaker loses the turn at its end', () => {
    const topic = new Topic();
    topic.join('ada', 'bo');
    expect(mode.deadline(topic.state)).toBe(at(60));
    expect(topic.after(59).deadline()).toBe('not_due');
    expect(topic.after(1).deadline()).toBe('accepted');
    expect(topic.state).toMatchObject({ speaker_agent_id: 'bo', speaker_expires_at: at(120) });
  });

  it('a turn has one message', () => {
    const topic = new Topic();
    topic.join('ada');
    expect(topic.say('ada')).toBe('accepted');
    expect(topic.may('ada')).toBe('already_posted');
    expect(topic.say('ada')).toBe('already_posted');
    expect(topic.state).toMatchObject({ speaker_agent_id: 'ada', speaker_has_posted: true });
  });

  it('a message for a turn that is over is refused', () => {
    const topic = new Topic();
    topic.join('ada', 'bo');
    topic.done('ada');
    expect(topic.say('ada', 'turn_000001_0001')).toBe('turn_over');
    expect(topic.say('ada', 'turn_000003_0001')).toBe('turn_over');
    expect(topic.say('bo', 'turn_000002_0002')).toBe('turn_over');
    expect(topic.say('bo', '000001')).toBe('turn_over');
    expect(topic.say('ada', 'turn_000002_0001')).toBe('not_your_turn');
    expect(topic.say('bo')).toBe('accepted');
  });

  it('a late message is refused, one judged late is not', () => {
    for (const [writtenAt, judgedAt, verdict] of [
      [60, 90, 'accepted'],
      [60.001, 60.001, 'too_late'],
      [undefined, 60, 'accepted'],
      [undefined, 61, 'too_late'],
    ] as const) {
      const topic = new Topic();
      topic.join('ada');
      topic.after(judgedAt);
      expect(topic.say('ada', undefined, writtenAt)).toBe(verdict);
    }
  });
});
