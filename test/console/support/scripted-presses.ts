import type { Locator, Page } from 'playwright-core';

/** What opens or folds something and does nothing else: whoever presses it changes nothing in the home. */
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

/** What somebody does on any page: goes through it by keyboard, opens what opens, types where one can, looks at another page. */
export async function pressAround(page: Page): Promise<void> {
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press('Tab');
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+Tab');
  const count = Math.min(await page.locator(harmless).count(), pressedAtMost);
  for (let index = 0; index < count; index++) {
    await press(page.locator(harmless).nth(index));
    await page.keyboard.press('Escape');
  }
  const slider = page.locator('main input[type=range]').first();
  if (await slider.isVisible())
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'End']) await slider.press(key);
  const box = page.locator('main input[type=search], main input[type=text], main input:not([type])').first();
  if ((await box.isVisible()) && (await box.isEditable())) {
    await box.click();
    await page.keyboard.type('garden');
  }
  await page.keyboard.press('Escape');
  await press(page.locator('nav a[href="/agents"]').first());
  await page.locator('main h1').first().waitFor();
  await press(page.locator('nav a[href="/"]').first());
  await page.locator('main h1').first().waitFor();
}

/** What lies under something else, or has gone, is left out: it is not what is measured here. */
async function press(target: Locator): Promise<void> {
  await target.click({ timeout: 2_000 }).catch(() => undefined);
}
