import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode, ModeInput, Transition } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import { at, contextOf, facts, messageDocument, requestDocument } from '../../testing/alphabet/inputs.ts';

const mode = findMode('turn_queue', 1) as AnyMode;

function rulesOf(rules: JsonObject = {}): JsonObject {
  const parsed = mode.parseRules({ turn_ttl_seconds: 60, ...rules });
  if (!('rules' in parsed)) throw new Error(parsed.problem);
  return parsed.rules;
}

/** A topic that is told what happens, second by second. */
class Topic {
  readonly rules: JsonObject;
  state: JsonObject;
  seconds = 0;

  constructor(rules: JsonObject = {}) {
    this.rules = rulesOf(rules);
    this.state = mode.start(this.rules, contextOf(0));
  }

  after(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  put(input: ModeInput, writtenAt?: number): Transition<JsonObject> {
    const context = contextOf(this.seconds, 'agent_id' in input ? input.agent_id : undefined);
    const written = writtenAt === undefined ? context : { ...context, written_at: at(writtenAt) };
    const transition = mode.apply(this.state, input, this.rules, written);
    this.state = transition.state;
    return transition;
  }

  request(agentId: string, type: string, payload?: JsonObject): string {
    const fields = { type, ...(payload ? { payload } : {}) };
    const request = requestDocument(agentId, 'r000001', fields) as never;
    return said(this.put({ type: 'request', agent_id: agentId, request_id: 'r000001', request }));
  }

  join(...agentIds: string[]): string {
    return agentIds.map((agentId) => this.request(agentId, 'queue_join')).join(' ');
  }

  done(agentId: string, turnId = this.state.turn_id): string {
    return this.request(agentId, 'turn_done', { turn_id: turnId ?? null });
  }

  say(agentId: string, messageId = `${String(this.state.turn_id)}_0001`, writtenAt?: number): string {
    const message = messageDocument(agentId, messageId) as never;
    return said(this.put({ type: 'message', agent_id: agentId, message_id: messageId, message }, writtenAt));
  }

  deadline = () => said(this.put({ type: 'deadline' }));
  close = () => said(this.put({ type: 'admin', admin: { action: 'close' } }));
  remove = (agentId: string) =>
    said(this.put({ type: 'admin', admin: { action: 'remove_agent', agent_id: agentId } }));
  may = (agentId: string) => {
    const writable = mode.writableMessages(this.state, facts(agentId), this.rules, contextOf(0));
    return 'denied' in writable ? writable.denied : writable.ids.map(({ id }) => id).join(' ');
  };
}

const said = ({ verdict }: Transition<JsonObject>) => verdict.reason ?? verdict.outcome;

describe('turn_queue', () => {
  it('nobody speaks until somebody joins', () => {
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

  it('the first to join speaks, those after wait in the order they came', () => {
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

  it('only the speaker may write, at the one key of the turn, until the turn ends', () => {
    const topic = new Topic();
    topic.join('ada', 'bo');
    expect(mode.writableMessages(topic.state, facts('ada'), topic.rules, contextOf(0))).toEqual({
      ids: [{ id: 'turn_000001_0001', not_after: at(60) }],
    });
    expect(topic.may('bo')).toBe('not_your_turn');
    expect(topic.may('cy')).toBe('not_your_turn');
  });

  it('turn_done by the speaker gives the turn to the next in the queue', () => {
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

  it('a silent speaker loses the turn when its time is over, not before', () => {
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

  it('a message written after the turn ran out is refused, one judged late but written in time is not', () => {
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

  it('joining twice, or while speaking, is refused', () => {
    const topic = new Topic();
    expect(topic.join('ada', 'ada', 'bo', 'bo')).toBe('accepted already_speaking accepted already_queued');
    topic.done('ada');
    expect(topic.join('ada')).toBe('accepted');
  });

  it('a full queue takes nobody more', () => {
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
    expect(mode.writableRequests(topic.state, facts('ada'), topic.rules, contextOf(0))).toMatchObject({
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
      contextOf(0),
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
  it('a bad rule is refused with its path and a reason', () => {
    for (const [rules, path] of badRules) {
      expect([rules, mode.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
