import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { type PageToSee, settled } from './page-list.ts';
import { type Known, nameFaults, type Word, wordFaults } from './word-faults.ts';

/** What opens or folds something and does nothing else. */
const openers = 'main [aria-haspopup], main [aria-expanded=false], main [role=tab], header [aria-haspopup]';
const openedAtMost = 10;
/** A control that nobody is told the name of. */
const nameRules = [
  ...[
    'button-name',
    'link-name',
    'label',
    'select-name',
    'input-button-name',
    'input-image-alt',
    'image-alt',
  ],
  ...[
    'aria-command-name',
    'aria-input-field-name',
    'aria-toggle-field-name',
    'aria-dialog-name',
    'summary-name',
  ],
  ...['svg-img-alt', 'role-img-alt', 'document-title', 'frame-title'],
];

/** To be called before pages are opened. */
export async function watchWords(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL('./page-words.js', import.meta.url)) });
}

/** What is wrong with what is shown now. */
async function faultsNow(page: Page, known: Known, language: 'en' | 'zh'): Promise<string[]> {
  const words = (await page.evaluate('wordsOnPage()')) as Word[];
  const names = (await page.evaluate('namesOnPage()')) as [string, string][];
  return [...wordFaults(words, known, language), ...nameFaults(names, known)];
}

async function unnamed(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(nameRules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** A page in every state that can be reached from it without changing anything: as it comes, unfolded, with each thing open. */
export async function crawlPage(
  page: Page,
  { name, path, ready }: PageToSee,
  known: Known,
  language: 'en' | 'zh',
): Promise<string[]> {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  // Where lines come all the time, one is always being verified.
  await settled(page, 6_000).catch(() => undefined);
  const found = new Set<string>();
  const look = async (state: string) => {
    for (const fault of await faultsNow(page, known, language)) found.add(`${name}: ${fault}${state}`);
  };
  await look('');
  for (const fault of await unnamed(page)) found.add(`${name}: ${fault}`);
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
  await look('');
  const count = Math.min(await page.locator(openers).count(), openedAtMost);
  for (let index = 0; index < count; index++) {
    const opener = page.locator(openers).nth(index);
    // What went away meanwhile, as a line of a list that goes on, is not there to be opened.
    const isOpened = await opener.click({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
    if (!isOpened) continue;
    await look(` (opener ${index})`);
    for (const fault of await unnamed(page)) found.add(`${name}: ${fault} (opener ${index})`);
    await page.keyboard.press('Escape');
  }
  return [...found];
}
