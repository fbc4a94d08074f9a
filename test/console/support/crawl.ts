import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { type PageToSee, settled } from './page-list.ts';
import { type Known, nameFaults, type Word, wordFaults } from './word-faults.ts';

/** Elements that only open or unfold something. */
const openers = 'main [aria-haspopup], main [aria-expanded=false], main [role=tab], header [aria-haspopup]';
const openedAtMost = 10;
/** Number of menus to open: all rows have the same menu, so a few represent the others. */
const openedOfAKind = 2;
/** Rules of axe-core for a control without an accessible name. */
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

/** Collects the words of a page. Call it before a page is opened. */
export async function watchWords(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL('./page-words.js', import.meta.url)) });
}

/** Visible and spoken texts in one state of a page. */
interface Shown {
  state: string;
  words: Word[];
  names: [string, string][];
}

async function shownNow(page: Page, state: string): Promise<Shown> {
  const words = (await page.evaluate('wordsOnPage()')) as Word[];
  const names = (await page.evaluate('namesOnPage()')) as [string, string][];
  return { state, words, names };
}

/** Returns the indexes of the openers to click: a few of each kind, judged by tag, class and role. */
async function chosenOpeners(page: Page): Promise<number[]> {
  const kinds = await page
    .locator(openers)
    .evaluateAll((all: { tagName: string; className: string; getAttribute(name: string): string | null }[]) =>
      all.map((one) => `${one.tagName} ${one.className} ${one.getAttribute('role')}`),
    );
  const isChosen = (kind: string, index: number) =>
    kinds.slice(0, index).filter((before) => before === kind).length < openedOfAKind;
  return [...kinds.keys()].filter((index) => isChosen(kinds[index] ?? '', index)).slice(0, openedAtMost);
}

async function unnamed(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(nameRules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/**
 * Checks a page in every state that can be reached without changing data: as loaded, unfolded, with each opener
 * clicked. Known names are read afterwards, since residents keep opening topics.
 */
export async function crawlPage(
  page: Page,
  { name, path, ready }: PageToSee,
  readKnown: () => Promise<Known>,
  language: 'en' | 'zh',
): Promise<string[]> {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  // In a busy topic some message is always being verified.
  await settled(page, 3_000).catch(() => undefined);
  const found = new Set<string>();
  const shown = [await shownNow(page, '')];
  for (const fault of await unnamed(page)) found.add(`${name}: ${fault}`);
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
  shown.push(await shownNow(page, ''));
  for (const index of await chosenOpeners(page)) {
    const opener = page.locator(openers).nth(index);
    // A disappeared element, such as a line of a changing list, cannot be opened.
    const isOpened = await opener.click({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
    if (!isOpened) continue;
    shown.push(await shownNow(page, ` (opener ${index})`));
    for (const fault of await unnamed(page)) found.add(`${name}: ${fault} (opener ${index})`);
    await page.keyboard.press('Escape');
  }
  const known = await readKnown();
  for (const { state, words, names } of shown)
    for (const fault of [...wordFaults(words, known, language), ...nameFaults(names, known)])
      found.add(`${name}: ${fault}${state}`);
  return [...found];
}
