import type { Visitor } from './browser.ts';
import type { WatchedHome } from './watched-home.ts';

/** Signs a browser in as the admin, by the visible form. */
export async function signInBySession(
  { page }: Visitor,
  home: Pick<WatchedHome, 'adminToken'>,
): Promise<void> {
  await page.goto('/sign-in');
  await page.locator('#token').fill(home.adminToken);
  await page.locator('form button[type=submit]').click();
  await page.locator('a[href="/office"]').waitFor();
}
