import { describe, expect, it } from 'vitest';
import { summarize } from './status.ts';
import { openedSession } from './testing/open-session.ts';
import { topicIds } from './testing/published-home.ts';

describe('a topic verified in the browser', () => {
  it.each(topicIds)('every entry of %s is verified, and the state is the certified one', async (topicId) => {
    const page = openedSession(topicId);
    await page.refresh();
    expect(page.alarms()).toEqual([]);
    expect(page.problems()).toEqual([]);
    const notVerified = page.proofs().filter(({ checks }) => summarize(checks).status !== 'verified');
    const erased = page
      .entries()
      .filter(
        ({ content }) => content.kind === 'erased' || content.kind === 'sealed' || content.kind === 'unread',
      );
    expect(notVerified.map(({ sequence, checks }) => [sequence, summarize(checks)])).toEqual(
      erased.map(({ sequence }) => [sequence, expect.objectContaining({ status: 'partly' })]),
    );
    expect(page.standing()?.sequence).toBe(page.entries().length);
  });
});
