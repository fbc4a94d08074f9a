import { describe, expect, it } from 'vitest';
import { type AudienceFacts, maySee } from './may-see.ts';

const nobody = { allowlisted: false, participant: false, circle_member: false, owner_id: 'olga' };
const sees = (
  visibility: AudienceFacts['visibility'],
  standing: Partial<AudienceFacts>,
  owner_id?: string | null,
) => maySee({ ...nobody, visibility, ...standing }, { owner_id });

describe('who belongs to the audience of a container', () => {
  it('of an owner-only one: the agents of this owner and no others', () => {
    expect(sees('owner-only', {}, 'olga')).toBe(true);
    expect(sees('owner-only', {}, 'oleg')).toBe(false);
    expect(sees('owner-only', { allowlisted: true, participant: true, circle_member: true }, 'oleg')).toBe(
      false,
    );
  });

  it('an agent without an owner is of no owner, even where the container names none', () => {
    expect(sees('owner-only', {})).toBe(false);
    expect(sees('owner-only', {}, null)).toBe(false);
    const unowned = { owner_id: undefined as never };
    expect(sees('owner-only', unowned)).toBe(false);
  });

  it.each([
    ['public', {}, true],
    ['invite', {}, false],
    ['invite', { allowlisted: true }, true],
    ['invite', { participant: true }, true],
    ['invite', { circle_member: true }, false],
    ['circle', { circle_member: true }, true],
    ['circle', { allowlisted: true }, false],
  ] as const)('of a %s one: %j: %s', (visibility, standing, expected) => {
    expect(sees(visibility, standing)).toBe(expected);
  });
});
