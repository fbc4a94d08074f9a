import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { measuredTimeFactor } from '../../support/time-factor.ts';

export type Look = { language?: 'en' | 'zh'; theme?: 'light' | 'dark'; width?: number; height?: number };

/** Starts the browser that Debian ships. As root it runs without its own sandbox. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Complaints of the browser: failed scripts, and violations of the page's policy. */
  complaints: string[];
}

/** Opens a page in a fresh browser context without any stored data. */
export async function openPage(browser: Browser, url: string, look: Look = {}): Promise<Visitor> {
  const { language = 'en', theme = 'light', width = 1280, height = 900 } = look;
  const context = await browser.newContext({
    baseURL: url,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    colorScheme: theme,
    viewport: { width, height },
  });
  context.setDefaultTimeout(30_000 * measuredTimeFactor());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The web UI reports refused requests itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    // A page that has closed meanwhile has no dialog.
    void dialog.dismiss().catch(() => undefined);
  });
  return { page, context, complaints };
}
