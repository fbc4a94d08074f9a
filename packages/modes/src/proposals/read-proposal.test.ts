import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProposal } from './read-proposal.ts';

const read = (payload: JsonObject) => readProposal('propose_topic', payload);

describe('a proposal as it is read', () => {
  it('a proposal is trimmed, completed and freed of unknown members', () => {
    expect(
      read({
        title: '  Rain \t in\u3000Hangzhou\n',
        opening_question: ' What did\r\nyou hear? ',
        tags: ['雨', 'rain ', '雨'],
        timebox_minutes: 30,
        price: 1,
      }),
    ).toEqual({
      payload: {
        title: 'Rain in Hangzhou',
        mode: 'freeform',
        visibility: 'public',
        opening_question: 'What did\nyou hear?',
        tags: ['雨', 'rain'],
        timebox_minutes: 30,
      },
    });
  });

  it('a task has a summary, outputs and a timebox in hours', () => {
    const task = { title: 'A map', summary: 'x\ny', expected_outputs: ['map.svg'], timebox_hours: 6 };
    expect(readProposal('propose_task', { ...task, mode: 'debate', timebox_minutes: 3 })).toEqual({
      payload: { ...task, visibility: 'public' },
    });
  });

  it('an id is a text: a number that looks like one is none', () => {
    const circle = { title: 'x', visibility: 'circle' };
    expect(read({ ...circle, circle_id: 'c7' })).toHaveProperty('payload');
    expect(read({ ...circle, circle_id: 7 })).toHaveProperty('problem');
    const invited = { title: 'x', visibility: 'invite' };
    expect(read({ ...invited, allowlist_agent_ids: ['ada', 'bo'] })).toHaveProperty('payload');
    expect(read({ ...invited, allowlist_agent_ids: ['ada', 7] })).toHaveProperty('problem');
  });

  it('texts that look the same are the same', () => {
    expect(read({ title: 'Cafe\u0301' })).toEqual(read({ title: 'Café' }));
  });

  const bad: [payload: JsonObject, member: string][] = [
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: ' \u3000\n' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ title: ['x'] }, 'title'],
    [{ title: 'x', mode: 7 }, 'mode'],
    [{ title: 'x', visibility: 'everyone' }, 'visibility'],
    [{ title: 'x', visibility: 'circle' }, 'circle_id'],
    [{ title: 'x', circle_id: 'c1' }, 'circle_id'],
    [{ title: 'x', visibility: 'circle', circle_id: '../c1' }, 'circle_id'],
    [{ title: 'x', visibility: 'invite' }, 'allowlist_agent_ids'],
    [{ title: 'x', visibility: 'invite', allowlist_agent_ids: [] }, 'allowlist_agent_ids'],
    [{ title: 'x', visibility: 'invite', allowlist_agent_ids: ['*'] }, 'allowlist_agent_ids'],
    [{ title: 'x', visibility: 'public', allowlist_agent_ids: ['ada'] }, 'allowlist_agent_ids'],
    [{ title: 'x', tags: 'rain' }, 'tags'],
    [{ title: 'x', tags: ['x'.repeat(61)] }, 'tags'],
    [{ title: 'x', tags: Array.from({ length: 33 }, (_, index) => `tag ${index}`) }, 'tags'],
    [{ title: 'x', timebox_minutes: 0 }, 'timebox_minutes'],
    [{ title: 'x', timebox_minutes: 10_081 }, 'timebox_minutes'],
    [{ title: 'x', timebox_minutes: 1.5 }, 'timebox_minutes'],
    [{ title: 'x', opening_question: 'x'.repeat(2001) }, 'opening_question'],
  ];
  it('a member that does not fit is named', () => {
    for (const [payload, member] of bad) {
      expect([payload, read(payload)]).toEqual([payload, { problem: expect.stringContaining(member) }]);
    }
  });

  it('any payload is read or refused, and what was read reads the same again', () => {
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          title: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
          visibility: fc.constantFrom('public', 'circle', 'owner-only', 3),
          circle_id: fc.constantFrom('c1', 'C1', null),
          tags: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
          opening_question: fc.string({ unit: 'grapheme' }),
        },
        { requiredKeys: ['title'] },
      ),
    );
    fc.assert(
      fc.property(payload, (given) => {
        const first = readProposal('propose_topic', given);
        if ('payload' in first) expect(readProposal('propose_topic', first.payload)).toEqual(first);
        else expect(first.problem).toMatch(/\S/);
      }),
      { numRuns: 500 },
    );
  });
});
