import type { Locator, Page } from 'playwright-core';

/** Elements that only open or unfold something: pressing them changes no data. */
const harmless = [
  'main summary',
  'main [aria-haspopup]',
  'main [aria-expanded]',
  'main [role=tab]',
  'main [aria-pressed]',
  'header [aria-haspopup]',
  'header [aria-expanded]',
].join(', ');
const pressedAtMost = 8;

/** Uses a page like a visitor: navigates by keyboard, opens menus and dialogs, types into a field, visits another page. */
export async function pressAround(page: Page): Promise<void> {
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press('Tab');
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+Tab');
  const count = Math.min(await page.locator(harmless).count(), pressedAtMost);
  for (let index = 0; index < count; index++) {
    const target = page.locator(harmless).nth(index);
    // The palette is loaded at its first opening, and then covers all other content.
    const opensDialog = (await target.getAttribute('aria-haspopup').catch(() => null)) === 'dialog';
    await press(target);
    if (opensDialog)
      await openDialog(page)
        .waitFor({ timeout: 2_000 })
        .catch(() => undefined);
    await page.keyboard.press('Escape');
    await openDialog(page)
      .waitFor({ state: 'hidden', timeout: 2_000 })
      .catch(() => undefined);
  }
  const slider = page.locator('main input[type=range]').first();
  if (await slider.isVisible())
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'End']) await slider.press(key);
  const box = page.locator('main input[type=search], main input[type=text], main input:not([type])').first();
  if ((await box.isVisible()) && (await box.isEditable())) {
    await box.focus();
    await page.keyboard.type('garden');
  }
  await page.keyboard.press('Escape');
  await press(page.locator('nav a[href="/agents"]').first());
  await page.locator('main h1').first().waitFor();
  await press(page.locator('nav a[href="/"]').first());
  await page.locator('main h1').first().waitFor();
}

const openDialog = (page: Page) => page.locator('dialog[open]').first();

/** Clicks an element. Skips it if it is covered or gone, because it is not measured here. */
async function press(target: Locator): Promise<void> {
  await target.click({ timeout: 2_000 }).catch(() => undefined);
}
