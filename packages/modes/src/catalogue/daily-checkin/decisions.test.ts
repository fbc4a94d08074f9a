import { describe, expect, it } from 'vitest';
import type { ProposalFact } from '../../mode/facts.ts';
import { modes } from '../../registry/registry.ts';
import { getContext } from '../../testing/alphabet/inputs.ts';
import { admin, decide } from '../../testing/alphabet/moves.ts';
import { Checkin, fine, getKey, mode, newTopic, olderTopic, voted } from './testing/checkin.ts';

function waiting(): Checkin {
  const topic = new Checkin(voted);
  topic.propose('ada', { title: ' x ' });
  return topic;
}

describe('an admin at the proposal box', () => {
  it('an admin accepts or declines a proposal that waits', () => {
    const accepting = waiting();
    accepting.vote('bo', getKey('ada'));
    expect(accepting.decide('ada', 'accept')).toMatchObject({
      verdict: 'accepted',
      decisions: [
        {
          agent_id: 'ada',
          request_id: 'r000001',
          outcome: 'accepted',
          reason_code: 'accepted',
          created: newTopic,
          payload: { title: 'x', mode: 'freeform', visibility: 'public' },
        },
      ],
    });
    const declining = waiting();
    expect(declining.decide('ada', 'decline')).toMatchObject({
      verdict: 'accepted',
      decisions: [{ agent_id: 'ada', outcome: 'rejected', reason_code: 'declined' }],
    });
    for (const topic of [accepting, declining])
      expect([topic.state.proposals, mode.deadline(topic.state)]).toEqual([[], undefined]);
  });

  it('a proposal that the platform cannot create continues to wait', () => {
    const words: [Partial<ProposalFact>, string][] = [
      [{ duplicate: olderTopic }, 'duplicate'],
      [{ safe: false }, 'unsafe'],
      [{ eligible: false }, 'not_eligible'],
      [{ within_budget: false }, 'budget_exceeded'],
    ];
    for (const [word, reason] of words) {
      const topic = waiting();
      const before = topic.state;
      topic.word = { ...fine, ...word };
      expect(topic.decide('ada', 'accept')).toEqual({ verdict: reason, decisions: [] });
      expect(topic.state).toEqual(before);
      topic.word = fine;
      expect(topic.vote('bo', getKey('ada')).verdict).toBe('accepted');
      expect(topic.decide('ada', 'decline').decisions).toMatchObject([{ reason_code: 'declined' }]);
    }
    const unknown = waiting();
    const blind = mode.apply(unknown.state, decide('ada', 'accept'), unknown.rules, getContext(0));
    expect(blind).toMatchObject({ state: unknown.state, verdict: { reason: 'fact_missing' }, effects: [] });
  });

  it('an admin decides nothing that does not wait', () => {
    const topic = waiting();
    expect(topic.decide('bo', 'accept')).toEqual({ verdict: 'unknown_target', decisions: [] });
    topic.decide('ada', 'decline');
    expect(topic.decide('ada', 'accept')).toEqual({ verdict: 'unknown_target', decisions: [] });
    const closed = waiting();
    closed.put(admin({ action: 'close' }));
    expect(closed.decide('ada', 'accept')).toEqual({ verdict: 'topic_closed', decisions: [] });
    const others = modes.filter(({ name }) => name !== 'daily_checkin');
    expect(others.length).toBeGreaterThan(12);
    for (const other of others) {
      const parsed = other.parseRules({});
      if (!('rules' in parsed)) continue;
      const state = other.start(parsed.rules, getContext(0));
      const { verdict, ...rest } = other.apply(state, decide('ada', 'accept'), parsed.rules, getContext(0));
      expect([other.name, verdict.outcome, verdict.reason]).toEqual([other.name, 'rejected', 'ignored']);
      expect([rest.state, rest.effects]).toEqual([state, []]);
    }
  });
});
