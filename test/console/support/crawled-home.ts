import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { caseShare } from '../../support/case-count.ts';
import { openBrowser, openPage } from './browser.ts';
import { crawlPage, watchWords } from './crawl.ts';
import { furnishForCrawler } from './furnish-for-crawler.ts';
import { collectPages } from './page-list.ts';
import { signInBySession } from './sign-in.ts';
import { startWatchedHome, type WatchedHome } from './watched-home.ts';

interface Crawl {
  role: 'visitor' | 'owner' | 'admin';
  language: 'en' | 'zh';
  /** Selects pages by name. */
  which: (name: string) => boolean;
}

/** Creates a home with every kind of content for the tests of one file, and a crawler for its pages that returns the faults. */
export function crawledHome(): { crawl: (as: Crawl) => Promise<string[]> } {
  let home: WatchedHome;
  let browser: Browser;
  let furnished: Awaited<ReturnType<typeof furnishForCrawler>>;
  beforeAll(async () => {
    home = await startWatchedHome();
    browser = await openBrowser();
    furnished = await furnishForCrawler(home);
    await home.slowDown();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await home?.close();
  });
  return {
    async crawl({ role, language, which }) {
      const visitor = await openPage(browser, home.url, { language });
      await watchWords(visitor.page);
      const { places, ownerToken, readKnown } = furnished;
      if (role !== 'visitor')
        await signInBySession(visitor, { adminToken: role === 'owner' ? ownerToken : home.adminToken });
      const faults: string[] = [];
      // Each page in one of the languages; with all cases, in both. A list of few pages is not divided.
      const pages = collectPages(places).filter(({ name }) => which(name));
      const shared = pages.length < 8 ? pages : caseShare(pages, language === 'en' ? 0 : 1, 2);
      for (const page of shared) {
        // An owner sees less of the office than an admin.
        const ready = page.name.startsWith('office-')
          ? '.office h2'
          : page.name === 'mine'
            ? 'main h1'
            : page.ready;
        faults.push(...(await crawlPage(visitor.page, { ...page, ready }, readKnown, language)));
      }
      await visitor.context.close();
      return faults;
    },
  };
}
