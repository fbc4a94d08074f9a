import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Look, openBrowser, openPage } from './support/browser.ts';
import { furnishWatchedHome } from './support/furnish.ts';
import { startLivedInHome } from './support/lived-in-home.ts';
import { collectPages, settled } from './support/page-list.ts';
import { signInBySession } from './support/sign-in.ts';

/** `npm run screenshots`: saves a picture of every page of a live home to docs/screenshots. */
const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const looks: [string, Look, RegExp][] = [
  ['', {}, /./],
  ['-dark-zh', { theme: 'dark', language: 'zh' }, /^(living-room|topic-(debate|idiom-chain)|office-health)$/],
  ['-phone', { width: 390, height: 844 }, /^(living-room|topic-crosstalk|agent)$/],
];

const home = await startLivedInHome(0.5);
const browser = await openBrowser();
try {
  const places = await furnishWatchedHome(home);
  await mkdir(folder, { recursive: true });
  for (const [suffix, look, which] of looks) {
    const visitor = await openPage(browser, home.url, look);
    await signInBySession(visitor, home);
    for (const { name, path, ready } of collectPages(places).filter((page) => which.test(page.name))) {
      await visitor.page.goto(path);
      await visitor.page.locator(ready).first().waitFor();
      await settled(visitor.page);
      await visitor.page.screenshot({ path: `${folder}${name}${suffix}.png` });
      console.log(`${name}${suffix}`);
    }
    await visitor.context.close();
  }
} finally {
  await browser.close();
  await home.close();
}
