import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Data that vitals.js collects in a page. */
export interface Vitals {
  largest: { at: number; what: string };
  shift: { worst: number; all: number; by: Record<string, number> };
  presses: Record<string, { ms: number; name: string }>;
  longTasks: { at: number; ms: number }[];
  firstLineAt: number;
  verifiedAt: number;
}

/** Call this before a page is opened. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL('./vitals.js', import.meta.url)) });
}

export async function computeVitals(page: Page): Promise<Vitals> {
  return (await page.evaluate('vitals')) as Vitals;
}

/** Number of key presses that the browser counted, including those without measurable time. */
export async function pressesCounted(page: Page): Promise<number> {
  return Number(await page.evaluate('performance.interactionCount ?? 0'));
}

/** Counts the compressed bytes by kind, as transferred, from the time of the call. */
export function countBytes(page: Page): { scripts: number; styles: number; all: number } {
  const bytes = { scripts: 0, styles: 0, all: 0 };
  page.on('requestfinished', async (request) => {
    // A page that has been closed meanwhile reports no size.
    const sizes = await request.sizes().catch(() => undefined);
    if (!sizes) return;
    const size = sizes.responseBodySize;
    bytes.all += size;
    const path = new URL(request.url()).pathname;
    if (path.endsWith('.js')) bytes.scripts += size;
    if (path.endsWith('.css')) bytes.styles += size;
  });
  return bytes;
}

/**
 * Returns the duration that 98 of 100 presses stay below. Presses that the browser does not report took less
 * than 16 ms.
 */
export function slowPress(vitals: Vitals, counted: number): number {
  const told = Object.values(vitals.presses).map(({ ms }) => ms);
  const untold = Array.from({ length: Math.max(0, counted - told.length) }, () => 16);
  const all = [...told, ...untold].toSorted((one, other) => one - other);
  return all[Math.ceil(all.length * 0.98) - 1] ?? 0;
}
