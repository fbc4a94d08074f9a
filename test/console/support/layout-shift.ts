import type { Page } from 'playwright-core';

/** The used part of the browser: the tests have no DOM types. */
interface ShiftCounters {
  shifted?: number;
  PerformanceObserver: new (
    heard: (list: { getEntries(): { value: number; hadRecentInput: boolean }[] }) => void,
  ) => { observe(what: { type: string; buffered: boolean }): void };
}

/** Counts layout shifts without user input. Call it before a page is opened. */
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

/** Returns the sum of all shifts since the start. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as ShiftCounters).shifted ?? 0);
}
