import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Widths from the narrowest phone to a wide screen, around the breakpoints of the layout. */
const widths = [320, 620, 790, 1000, 1280, 1600];

const script = fileURLToPath(new URL('./layout-faults.js', import.meta.url));

/** Watches the layout of a page. Call it before a page is opened. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript({ path: script });
}

/** Milliseconds within which a page must have followed a change of its width: a busy machine draws some frames late. */
const settleMs = 3_000;

/** Returns the faults that are still there after it had time to adapt to its new width. */
async function lastingFaults(page: Page): Promise<string[]> {
  return (await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const started = performance.now();
    while (findLayoutFaults().length > 0 && performance.now() - started < ${settleMs}) await frame();
    return findLayoutFaults();
  })()`)) as string[];
}

/** Returns the layout faults at every width: overlaps, overflow, and columns too narrow to read. */
export async function layoutFaults(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
    const found = await lastingFaults(page);
    faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`));
  }
  if (before) await page.setViewportSize(before);
  return faults;
}
