import type { Page } from 'playwright-core';

/** Frame times of a page, in milliseconds. */
interface Frames {
  /** Intervals between consecutive frames, in order. */
  gaps: number[];
  /** Long tasks, as the browser reports them, since the last call. */
  longTasks: number[];
}

/** The used part of the browser: the tests have no DOM types. */
interface FrameCounters {
  longTasks?: number[];
  requestAnimationFrame(called: (now: number) => void): void;
  PerformanceObserver: new (
    heard: (list: { getEntries(): { duration: number }[] }) => void,
  ) => { observe(what: { type: string; buffered: boolean }): void };
}

/** Call this before a page is opened. */
export async function countLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const around = globalThis as unknown as FrameCounters;
    const tasks: number[] = [];
    around.longTasks = tasks;
    const heard = new around.PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
    });
    heard.observe({ type: 'longtask', buffered: true });
  });
}

export async function collectLongTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as FrameCounters).longTasks?.splice(0) ?? []);
}

/** Scrolls a box from start to end in `steps` steps, one per frame. */
export async function scrollThrough(page: Page, selector: string, steps: number): Promise<Frames> {
  await collectLongTasks(page);
  const gaps = await page
    .locator(selector)
    .evaluate(async (box: { scrollTop: number; scrollHeight: number }, count: number) => {
      const around = globalThis as unknown as FrameCounters;
      const frame = () => new Promise<number>((done) => around.requestAnimationFrame(done));
      const found: number[] = [];
      let before = await frame();
      for (let step = 0; step <= count; step++) {
        box.scrollTop = (box.scrollHeight * step) / count;
        const now = await frame();
        found.push(now - before);
        before = now;
      }
      return found;
    }, steps);
  return { gaps, longTasks: await collectLongTasks(page) };
}
