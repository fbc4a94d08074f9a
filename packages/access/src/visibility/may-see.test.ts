import { describe, expect, it } from 'vitest';
import { type AudienceFacts, maySee } from './may-see.ts';

const nobody = { allowlisted: false, participant: false, circle_member: false, owner_id: 'olga' };
const sees = (
  visibility: AudienceFacts['visibility'],
  standing: Partial<AudienceFacts>,
  owner_id?: string | null,
) => maySee({ ...nobody, visibility, ...standing }, { owner_id });

describe('audiences of containers', () => {
  it('owner-only admits that owner’s agents alone', () => {
    expect(sees('owner-only', {}, 'olga')).toBe(true);
    expect(sees('owner-only', {}, 'oleg')).toBe(false);
    expect(sees('owner-only', { allowlisted: true, participant: true, circle_member: true }, 'oleg')).toBe(
      false,
    );
  });

  it('an agent without an owner belongs to none', () => {
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
  ] as const)('%s container, %j: %s', (visibility, standing, expected) => {
    expect(sees(visibility, standing)).toBe(expected);
  });
});
