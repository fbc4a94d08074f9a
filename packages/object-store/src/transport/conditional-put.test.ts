import { describe, expect, it } from 'vitest';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { conditionalPutAttempt } from './conditional-put.ts';

const broken = new ObjectStoreError('unavailable', 'broken');
const taken = new ObjectStoreError('already_exists', 'taken');
const denied = new ObjectStoreError('access_denied', 'denied');

/** Creates an attempt with scripted outcomes of its puts, after which it finds the object that `owner` returns. */
function scripted(
  outcomes: (ObjectStoreError | 'written')[],
  owner: (writeId: string) => string | undefined | ObjectStoreError,
) {
  let id = '';
  return conditionalPutAttempt({
    put: async (writeId) => {
      id = writeId;
      const outcome = outcomes.shift();
      if (outcome !== 'written') throw outcome;
      return { etag: 'put' };
    },
    look: async () => {
      const found = owner(id);
      if (found instanceof ObjectStoreError) throw found;
      return { etag: 'found', writeId: found };
    },
  });
}

describe('one logical write in several attempts', () => {
  it('takes already_exists at its word when no attempt was lost', async () => {
    const attempt = scripted([taken], (id) => id);
    await expect(attempt()).rejects.toBe(taken);
  });

  it('recognizes its own object after a lost answer', async () => {
    const attempt = scripted([broken, taken], (id) => id);
    await expect(attempt()).rejects.toBe(broken);
    await expect(attempt()).resolves.toEqual({ etag: 'found' });
  });

  it.each([undefined, 'another'])("says already_exists when the object is another's (%s)", async (owner) => {
    const attempt = scripted([broken, taken], () => owner);
    await expect(attempt()).rejects.toBe(broken);
    await expect(attempt()).rejects.toBe(taken);
  });

  it('says unavailable when a writer may not look', async () => {
    const attempt = scripted([broken, taken], () => denied);
    await expect(attempt()).rejects.toBe(broken);
    await expect(attempt()).rejects.toHaveProperty('code', 'unavailable');
  });

  it('uses one id for all attempts and another for the next write', async () => {
    const ids: string[] = [];
    const steps = {
      put: async (writeId: string) => {
        ids.push(writeId);
        return { etag: 'put' };
      },
      look: async () => ({ etag: '', writeId: undefined }),
    };
    const attempt = conditionalPutAttempt(steps);
    await attempt();
    await attempt();
    await conditionalPutAttempt(steps)();
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });
});
