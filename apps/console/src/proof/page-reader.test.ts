import type { TrustAnswer } from '@agent-home/http-contract';
import { describe, expect, it } from 'vitest';
import { PageReader } from './page-reader.ts';
import { SignedHome } from './testing/signed-home.ts';

const now = new Date('2026-05-01T00:00:00.000Z');
const later = new Date(now.getTime() + 41 * 60_000);
const muchLater = new Date(now.getTime() + 120 * 60_000);

/** Returns a page that stays open, and a home whose registry key is compromised meanwhile. */
function openPage() {
  const before = new SignedHome('open', now);
  const after = new SignedHome('open', later);
  after.revoked = { reason: 'compromised', at: now.toISOString() };
  const page = { now, answer: async () => before.trust(), asked: 0 };
  const reader = new PageReader({
    readTrust: () => {
      page.asked += 1;
      return page.answer();
    },
    memory: undefined,
    now: () => page.now,
    onTrust: () => {},
  });
  const { object_key: key, text } = before.manifest('t1', 'freeform');
  return { page, after, verify: () => reader.verify('topic_manifest', key, text) };
}

const toTimestamp = ({ timestamp }: TrustAnswer) => (timestamp ? { timestamp } : {});

describe('keys of a page that stays open', () => {
  it('keys are read again once their timestamp is old', async () => {
    const { page, after, verify } = openPage();
    await verify();
    page.answer = async () => after.trust(2);
    await verify();
    expect(page.asked).toBe(1);
    page.now = later;
    await expect(verify()).rejects.toMatchObject({ code: 'key_compromised' });
    expect(page.asked).toBe(2);
  });

  it('keys that changed before the timestamp are read again', async () => {
    const { page, after, verify } = openPage();
    after.revoked = undefined;
    const between = { ...after.trust(2), ...toTimestamp(after.trust(1)) };
    page.now = later;
    page.answer = async () => (page.asked === 1 ? between : after.trust(2));
    expect((await verify()).version).toBe(1);
    expect(page.asked).toBe(2);
  });

  it('keys stay in use while the home is silent', async () => {
    const { page, verify } = openPage();
    await verify();
    page.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    page.now = later;
    await verify();
    page.now = muchLater;
    expect((await verify()).version).toBe(1);
  });

  it('a false key list disables all keys', async () => {
    const { page, verify } = openPage();
    await verify();
    page.answer = async () => new SignedHome('another', muchLater).trust();
    page.now = later;
    await verify();
    page.now = muchLater;
    await expect(verify()).rejects.toMatchObject({ code: 'untrusted_root' });
  });
});
