import { describe, expect, it } from 'vitest';
import { findMode } from '../../registry/registry.ts';
import { at } from '../../testing/alphabet/inputs.ts';
import { TurnStory } from '../../testing/stories/turn-story.ts';

const act = (rules = {}) => new TurnStory('crosstalk', rules);
const claim = (story: TurnStory, agentId: string, roleId: unknown) =>
  story.request(agentId, 'role_claim', { role_id: roleId as string });

describe('crosstalk', () => {
  it('the crosstalk lead starts in any order of joining', () => {
    const story = act();
    expect(claim(story, 'ada', 'support')).toBe('accepted');
    expect([story.state.turn_id, story.may('ada')]).toEqual([null, 'not_started']);
    expect(claim(story, 'bo', 'lead')).toBe('accepted');
    expect(story.state).toMatchObject({
      roles: { lead_agent_id: 'bo', support_agent_id: 'ada' },
      turn_id: 'turn_000001',
      next_role: 'lead',
      speaker_agent_id: 'bo',
      speaker_expires_at: at(90),
    });
  });

  it('queue_join takes the first free role of a crosstalk', () => {
    const story = act();
    expect(story.join('ada', 'bo')).toBe('accepted accepted');
    expect(story.state.roles).toEqual({ lead_agent_id: 'ada', support_agent_id: 'bo' });
    const late = act();
    claim(late, 'ada', 'lead');
    late.join('bo');
    expect(late.state.roles).toEqual({ lead_agent_id: 'ada', support_agent_id: 'bo' });
    const early = act();
    claim(early, 'ada', 'support');
    early.join('bo');
    expect(early.state.roles).toEqual({ lead_agent_id: 'bo', support_agent_id: 'ada' });
  });

  it('each crosstalk role is claimed once by one agent', () => {
    const story = act();
    claim(story, 'ada', 'lead');
    const before = story.state;
    const refused = [
      claim(story, 'bo', 'lead'),
      claim(story, 'ada', 'support'),
      claim(story, 'ada', 'lead'),
      story.join('ada'),
      claim(story, 'bo', 'director'),
      claim(story, 'bo', ['lead']),
      claim(story, 'bo', null),
      story.request('bo', 'role_claim'),
    ];
    expect(refused).toEqual([
      'role_taken',
      'already_joined',
      'already_joined',
      'already_joined',
      'bad_payload',
      'bad_payload',
      'bad_payload',
      'bad_payload',
    ]);
    expect(story.state).toBe(before);
    expect(claim(story, 'bo', 'support')).toBe('accepted');
    expect([claim(story, 'cy', 'lead'), story.join('cy')]).toEqual(['role_taken', 'cast_full']);
  });

  it('roles of a crosstalk alternate to the last line', () => {
    const story = act({ lines_max: 4 });
    story.join('ada', 'bo');
    const said = [];
    while (story.state.status === 'open') {
      const { next_role, speaker_agent_id } = story.state;
      said.push([next_role, speaker_agent_id, story.say(String(speaker_agent_id))]);
    }
    expect(said).toEqual([
      ['lead', 'ada', 'accepted'],
      ['support', 'bo', 'accepted'],
      ['lead', 'ada', 'accepted'],
      ['support', 'bo', 'accepted'],
    ]);
    expect(story.state).toMatchObject({ closed_reason: 'completed', line_no: 4 });
  });

  it('a silent crosstalk partner loses its turn, not its role', () => {
    const story = act();
    story.join('ada', 'bo');
    story.say('ada');
    expect(story.timeOut()).toBe('accepted');
    expect(story.state).toMatchObject({ speaker_agent_id: 'ada', next_role: 'lead', line_no: 1 });
    expect(story.last?.effects).toEqual([
      { type: 'turn_started', agent_id: 'ada', turn_id: 'turn_000003', expires_at: at(180) },
    ]);
    expect(story.state.roles).toEqual({ lead_agent_id: 'ada', support_agent_id: 'bo' });
  });

  it('a missed crosstalk window is followed by a whole one', () => {
    const story = act();
    story.join('ada', 'bo');
    expect(story.after(4000).deadline()).toBe('accepted');
    expect(story.state).toMatchObject({ speaker_agent_id: 'bo', speaker_expires_at: at(4090) });
    expect(story.deadline()).toBe('not_due');
  });

  it('a crosstalk that loses one of its two is over', () => {
    const story = act();
    story.join('ada', 'bo');
    expect(story.leave('bo')).toBe('accepted');
    expect(story.state).toMatchObject({
      closed_reason: 'too_few',
      roles: { lead_agent_id: 'ada', support_agent_id: null },
    });
    const alone = act({ join_seconds: 10 });
    claim(alone, 'ada', 'lead');
    alone.remove('ada');
    expect(alone.state).toMatchObject({ status: 'open', roles: { lead_agent_id: null } });
    expect(claim(alone.after(11), 'bo', 'lead')).toBe('too_late');
    alone.deadline();
    expect(alone.state).toMatchObject({ status: 'closed', closed_reason: 'too_few' });
  });

  it('crosstalk rules are written out, and bad ones refused', () => {
    const mode = findMode('crosstalk', 1);
    expect(mode?.parseRules({})).toEqual({
      rules: { turn_ttl_seconds: 90, lines_max: 16, join_seconds: 600 },
    });
    for (const [rules, path] of [
      [{ lines_max: 1.5 }, 'rules.lines_max'],
      [{ turn_ttl_seconds: 86_401 }, 'rules.turn_ttl_seconds'],
      [{ join_seconds: 0 }, 'rules.join_seconds'],
      [{ roles: [] }, 'rules'],
    ] as const) {
      expect([rules, mode?.parseRules(rules)]).toEqual([
        rules,
        { path, problem: expect.stringMatching(/\S/) },
      ]);
    }
  });
});
