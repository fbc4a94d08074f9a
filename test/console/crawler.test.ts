import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from './support/browser.ts';
import { crawlPage, watchWords } from './support/crawl.ts';
import type { Places } from './support/furnish.ts';
import { furnishForCrawler } from './support/furnish-for-crawler.ts';
import { pagesOf } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';
import type { Known } from './support/word-faults.ts';

let home: WatchedHome;
let browser: Browser;
let places: Places;
let readKnown: () => Promise<Known>;
let ownerToken: string;

beforeAll(async () => {
  home = await startWatchedHome();
  browser = await openBrowser();
  ({ places, readKnown, ownerToken } = await furnishForCrawler(home));
  await home.slowDown();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

const looks = [
  { role: 'visitor', language: 'en' },
  { role: 'visitor', language: 'zh' },
  { role: 'owner', language: 'zh' },
  { role: 'admin', language: 'en' },
  { role: 'admin', language: 'zh' },
] as const;

/** What each of them comes to see; a visitor has seen what everybody sees. */
const pagesFor = {
  visitor: (name: string) => !name.startsWith('office-'),
  owner: (name: string) => /^(living-room|topics|agent|office-(topics|agents|proposals)|owner)/.test(name),
  admin: (name: string) =>
    name.startsWith('office-') || /^(living-room|agent|circle|topic-debate)$/.test(name),
};

describe.each(looks)('as $role in $language', ({ role, language }) => {
  test('nothing on any page is an id where a name exists, a code where there are words, English in Chinese, or a control without a name', {
    timeout: 400_000,
  }, async () => {
    const visitor = await openPage(browser, home.url, { language });
    await watchWords(visitor.page);
    if (role !== 'visitor')
      await signInBySession(visitor, { adminToken: role === 'owner' ? ownerToken : home.adminToken });
    const known = await readKnown();
    const faults: string[] = [];
    for (const page of pagesOf(places).filter(({ name }) => pagesFor[role](name)))
      faults.push(...(await crawlPage(visitor.page, page, known, language)));
    await visitor.context.close();
    expect(faults, faults.join('\n')).toEqual([]);
  });
});
