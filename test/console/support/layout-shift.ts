import type { Page } from 'playwright-core';

/** Of the browser what is used here: this project's tests know no DOM. */
interface ShiftCounters {
  shifted?: number;
  PerformanceObserver: new (
    heard: (list: { getEntries(): { value: number; hadRecentInput: boolean }[] }) => void,
  ) => { observe(what: { type: string; buffered: boolean }): void };
}

/** Counts by how much what is shown moves without anybody having done anything. To be called before the page is opened. */
export async function countLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const around = globalThis as unknown as ShiftCounters;
    around.shifted = 0;
    new around.PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) around.shifted = (around.shifted ?? 0) + value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Every shift since the page was opened, added up. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as ShiftCounters).shifted ?? 0);
}
