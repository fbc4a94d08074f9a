import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openPage, type Visitor } from './browser.ts';
import type { LivedInHome } from './lived-in-home.ts';
import { type PageToSee, settled } from './page-list.ts';
import { computeVitals, countBytes, pressesCounted, slowPress, watchVitals } from './page-vitals.ts';
import { pressAround } from './scripted-presses.ts';
import { signInBySession } from './sign-in.ts';

export type Language = 'en' | 'zh';

/** Load times and sizes of one page, in milliseconds and kB of 1,000 bytes. */
interface PageTimes {
  largest_paint_ms: number;
  largest_paint: string;
  slow_press_ms: number;
  presses: number;
  code_kb: number;
  first_load_kb: number;
  long_tasks: number;
  longest_task_ms: number;
}

/** Layout shifts of one page over the measured minutes: the worst five seconds and the total. */
interface PageMoves {
  layout_shift: number;
  layout_shift_in_all: number;
  moved: Record<string, number>;
  minutes: number;
  /** Late message that counts as its largest paint. */
  late_paint_ms: number;
  late_paint: string;
}

export interface PageMeasured extends PageTimes, PageMoves {
  page: string;
  language: Language;
}

export const nothingMeasured: Omit<PageMeasured, 'page' | 'language'> = {
  largest_paint_ms: 0,
  largest_paint: '',
  slow_press_ms: 0,
  presses: 0,
  code_kb: 0,
  first_load_kb: 0,
  long_tasks: 0,
  longest_task_ms: 0,
  layout_shift: 0,
  layout_shift_in_all: 0,
  moved: {},
  minutes: 0,
  late_paint_ms: 0,
  late_paint: '',
};

/** A message after this time does not belong to the load. If it counts as the largest paint, the layout is at fault. */
const lateMs = 8_000;
const quietMs = 2_500;

type Cookies = Awaited<ReturnType<Visitor['context']['cookies']>>;

/** Opens a page as a new visitor: the browser's storage is empty except for an admin's session. */
async function open(
  browser: Browser,
  home: LivedInHome,
  page: PageToSee,
  language: Language,
  cookies: Cookies,
) {
  const visitor = await openPage(browser, home.url, { language });
  if (page.admin) await visitor.context.addCookies(cookies);
  await watchVitals(visitor.page);
  return visitor;
}

async function show({ page }: Visitor, { path, ready }: PageToSee): Promise<void> {
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  // In a busy topic some message is always being verified.
  await settled(page, 10_000).catch(() => undefined);
}

export async function adminCookies(browser: Browser, home: LivedInHome): Promise<Cookies> {
  const visitor = await openPage(browser, home.url);
  await signInBySession(visitor, home);
  const cookies = await visitor.context.cookies();
  await visitor.context.close();
  return cookies;
}

/** Measures one page alone: its requests, its load time and its response to input. */
export async function measureAlone(
  browser: Browser,
  home: LivedInHome,
  page: PageToSee,
  language: Language,
  cookies: Cookies,
): Promise<PageTimes> {
  const visitor = await open(browser, home, page, language, cookies);
  const bytes = countBytes(visitor.page);
  await show(visitor, page);
  await delay(quietMs);
  const loaded = { ...bytes };
  const { largest } = await computeVitals(visitor.page);
  await pressAround(visitor.page);
  await delay(500);
  const after = await computeVitals(visitor.page);
  const presses = await pressesCounted(visitor.page);
  await visitor.context.close();
  return {
    largest_paint_ms: Math.round(largest.at),
    largest_paint: largest.what,
    slow_press_ms: slowPress(after, presses),
    presses,
    code_kb: (loaded.scripts + loaded.styles) / 1000,
    first_load_kb: loaded.all / 1000,
    long_tasks: after.longTasks.length,
    longest_task_ms: Math.max(0, ...after.longTasks.map(({ ms }) => ms)),
  };
}

/**
 * Shows pages side by side for some minutes without input: measures their layout shifts, and if a late message counts as the
 * largest paint.
 */
export async function lookOn(
  browser: Browser,
  home: LivedInHome,
  measured: readonly (readonly [PageToSee, PageMeasured])[],
  minutes: number,
  cookies: Cookies,
): Promise<void> {
  const looking = await Promise.all(
    measured.map(async ([page, result]) => ({
      result,
      page,
      visitor: await open(browser, home, page, result.language, cookies),
    })),
  );
  for (const { visitor, page } of looking) await show(visitor, page);
  await delay(minutes * 60_000);
  for (const { visitor, result } of looking) {
    const { shift, largest } = await computeVitals(visitor.page);
    result.layout_shift = shift.worst;
    result.layout_shift_in_all = shift.all;
    result.moved = Object.fromEntries(
      Object.entries(shift.by)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, 5),
    );
    result.minutes = minutes;
    result.late_paint_ms = largest.at > lateMs ? Math.round(largest.at) : 0;
    result.late_paint = largest.at > lateMs ? largest.what : '';
    await visitor.context.close();
  }
}
