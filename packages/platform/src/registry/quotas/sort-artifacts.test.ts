import { exhaustedQuota } from '@agent-home/access';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotaSettingsSchema } from '../../foundation/settings/config.ts';
import { artifactPlace } from './artifact-place.ts';
import { keyOfListedName, listedName } from './listed-key.ts';
import { type FoundObject, sortArtifacts } from './sort-artifacts.ts';

const settings = quotaSettingsSchema.parse({
  artifactBytes: 50,
  agentBytes: 100,
  agentObjects: 3,
  ownerBytes: 150,
  ownerObjects: 4,
});
const none = { agent: { bytes: 0, objects: 0 }, owner: undefined };
const found = (...sizes: number[]) =>
  sizes.map((size, index) => ({
    name: `k${index}`,
    size,
    etag: '',
    modifiedAt: new Date(1_000 * index),
    isUploaded: true,
  }));
const refusals = (...given: Parameters<typeof sortArtifacts>) =>
  sortArtifacts(...given).artifacts.map(({ name, refusal }) => [name, refusal]);

describe('listed work', () => {
  it('is what is within the limits, the oldest first; all of it counts', () => {
    expect(refusals(found(40, 51, 5, 1), none, settings)).toEqual([
      ['k0', null],
      ['k1', 'too_large'],
      ['k2', null],
      ['k3', 'over_quota'],
    ]);
    expect(sortArtifacts(found(40, 51, 5, 1), none, settings).used).toEqual({ bytes: 97, objects: 4 });
  });

  it('ignores unusable keys and links', () => {
    const [one, other] = found(1, 1);
    const odd = { ...one, name: listedName('tasks/t/agents/a/x\u0000') } as FoundObject;
    const link = { ...other, isUploaded: false } as FoundObject;
    expect(refusals([odd, link], none, settings)).toEqual([
      ['raw:tasks%2Ft%2Fagents%2Fa%2Fx%00', 'unusable_key'],
      ['k1', 'not_plain'],
    ]);
  });

  it('is less where the agent, or its owner’s other agents, store more elsewhere', () => {
    const agent = { bytes: 61, objects: 0 };
    expect(refusals(found(40), { agent, owner: undefined }, settings)).toEqual([['k0', 'over_quota']]);
    const owner = { bytes: 0, objects: 4 };
    expect(refusals(found(1), { ...none, owner }, settings)).toEqual([['k0', 'over_quota']]);
  });
});

describe('a quota', () => {
  const room = { used: { bytes: 9, objects: 9 }, allowed: { bytes: 10, objects: 10 } };
  it('is exhausted by bytes or objects, its own or the owner’s', () => {
    expect(exhaustedQuota({ agent: room, owner: room })).toBeUndefined();
    expect(exhaustedQuota({ agent: { ...room, used: { bytes: 10, objects: 0 } } })).toContain(
      '10 of 10 bytes',
    );
    expect(exhaustedQuota({ agent: room, owner: { ...room, used: { bytes: 0, objects: 10 } } })).toContain(
      'your owner',
    );
  });

  it.each([
    { agentBytes: 10, artifactBytes: 11 },
    { ownerObjects: 1 },
    { ownerBytes: 1 },
    { agentObjects: 0 },
    { artifactBytes: 0.5 },
  ])('is refused as %j', (given) => {
    expect(quotaSettingsSchema.safeParse(given).success).toBe(false);
  });
});

describe('the name an object is listed under', () => {
  const ascii = fc.string({
    unit: fc.constantFrom('a', 'é', '/', '.', '%', ':', '\u0000', '\u0001', '\u007f'),
  });

  it('is its key where that is usable, and always leads back to it', () => {
    fc.assert(
      fc.property(ascii, (rest) => {
        const key = `tasks/t/agents/a/${rest}`;
        expect(keyOfListedName(listedName(key))).toBe(key);
        expect(listedName(key)).not.toMatch(/\p{Cc}/u);
      }),
    );
    expect(listedName('tasks/t/agents/a/raw:x')).toBe('tasks/t/agents/a/raw:x');
    expect(listedName('tasks/t/agents/a/../b')).toBe('raw:tasks%2Ft%2Fagents%2Fa%2F..%2Fb');
  });
});

describe('the place of an artifact', () => {
  it.each([
    ['tasks/t1/agents/ada/x', { taskId: 't1', agentId: 'ada' }],
    ['tasks/t1/agents/ada/deep/x.bin', { taskId: 't1', agentId: 'ada' }],
    ['tasks/t1/agents/ada/index.json', { taskId: 't1', agentId: 'ada' }],
    ['tasks/t1/agents/ada/', undefined],
    ['tasks/t1/agents/ADA/x', undefined],
    ['tasks/t1/manifest.json', undefined],
    ['x/tasks/t1/agents/ada/x', undefined],
  ])('%s', (key, place) => {
    expect(artifactPlace(key)).toEqual(place);
  });
});
