import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './support/browser.ts';
import { startWatchedHome, type WatchedHome } from './support/watched-home.ts';

let home: WatchedHome;
let browser: Browser;

beforeAll(async () => {
  home = await startWatchedHome({ residents: false, environment: { AGENT_HOME_ANONYMOUS_PAGE: 'off' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await home?.close();
});

/** Sends a request like a program that is not a browser and may set any header. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Response> {
  return fetch(`${home.url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function signIn(): Promise<string> {
  const answer = await ask('POST', '/v1/session', ours(), { token: home.adminToken });
  expect(answer.status).toBe(204);
  const cookie = answer.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Strict/);
  return cookie.split(';', 1)[0] ?? '';
}

const ours = () => ({ origin: home.url, 'sec-fetch-site': 'same-origin' });
const owner = { owner_id: 'olga', name: 'Olga' };

test('a home without anonymous access requires signing in', async () => {
  const { page, context } = await openPage(browser, home.url);
  await page.goto('/topics/round-table');
  await page.getByLabel('Access token').waitFor();
  expect(await page.getByText('round table', { exact: false }).count()).toBe(0);
  const refused = await page.request.get('/v1/public/topics');
  expect(refused.status()).toBe(401);

  await page.getByLabel('Access token').fill('not-a-token-of-this-home-at-all');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('This token is not valid:').waitFor();
  await page.getByLabel('Access token').fill('short');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('This token is not valid:').waitFor();
  await page.getByLabel('Access token').fill(home.adminToken);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Office' }).waitFor();
  // The session cookie is hidden from scripts.
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.locator('.who-button').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Access token').waitFor();
  await context.close();
});

test('a session changes things from the home’s own page only', async () => {
  const cookie = await signIn();
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: home.url.replace(/:\d+$/, ':1'), 'sec-fetch-site': 'same-site' },
    { origin: home.url, 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    {},
  ];
  for (const headers of foreign) {
    const answer = await ask('POST', '/v1/admin/owners', { ...headers, cookie }, owner);
    expect(answer.status, JSON.stringify(headers)).toBe(403);
    expect(((await answer.json()) as { code: string }).code).toBe('cross_site_request');
  }
  expect(
    (await ask('POST', '/v1/session', { origin: 'https://evil.example' }, { token: home.adminToken })).status,
  ).toBe(403);
  expect((await ask('POST', '/v1/admin/owners', { ...ours(), cookie }, owner)).status).toBe(201);
});

test('a session ends with its token, at once', async () => {
  const made = await home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'for a day' });
  const begun = await ask('POST', '/v1/session', ours(), { token: made.token });
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const roleNow = async () =>
    ((await (await ask('GET', '/v1/session', { cookie })).json()) as { role: string }).role;
  expect(await roleNow()).toBe('admin');
  await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
  expect(await roleNow()).toBe('nobody');
  expect((await ask('GET', '/v1/admin/personas', { cookie })).status).toBe(401);
});

test('a copied cookie ends with its session', async () => {
  const cookie = await signIn();
  expect((await ask('DELETE', '/v1/session', { ...ours(), cookie })).status).toBe(204);
  expect((await ask('GET', '/v1/admin/personas', { cookie })).status).toBe(401);
});

test('web UI and session answer only the home’s names', async () => {
  const { hostname, port } = new URL(home.url);
  const { request } = await import('node:http');
  const statusUnder = (host: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ hostname, port, path, headers: { host, accept: 'text/html' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.once('error', reject);
      asked.end();
    });
  for (const path of ['/', '/topics', '/v1/session', '/v1/public/topics', '/v1/public/stream']) {
    expect(await statusUnder('evil.example', path), path).toBe(401);
    expect(await statusUnder(`evil.example:${port}`, path), path).toBe(401);
  }
  expect(await statusUnder(`${hostname}:${port}`, '/')).toBe(200);
});

test('the web UI forbids scripts other than its files', async () => {
  const answer = await fetch(home.url, { headers: { accept: 'text/html' } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self';/);
  expect(policy).not.toContain('unsafe');
  const html = await answer.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/\son\w+=/);
});

test('links into the web UI answer, unknown paths do not', async () => {
  const asked = async (method: string, path: string, accept?: string) => {
    const answer = await fetch(`${home.url}${path}`, { method, ...(accept ? { headers: { accept } } : {}) });
    const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0];
    return `${answer.status} ${type} ${(await answer.text()).length > 0}`;
  };
  for (const path of [
    '/',
    '/topics/x',
    '/topics/x/lines/3?from=mail',
    '/agents/wren',
    '/office/people',
    '/search?q=a',
  ]) {
    for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
      expect(await asked('GET', path, accept), `${path} ${accept}`).toBe('200 text/html true');
      expect(await asked('HEAD', path, accept), `${path} ${accept}`).toBe('200 text/html false');
    }
    if (path !== '/')
      expect(await asked('GET', path, 'application/json'), path).toMatch(/^404 application\/problem/);
  }
  for (const path of [
    '/v1',
    '/v1/nothing',
    '/v1/topics/x/nothing',
    '/assets/gone.js',
    '/nothing-here',
    '/topicsx',
  ])
    expect(await asked('GET', path, '*/*'), path).toMatch(/^404 application\/problem/);
  expect(await asked('POST', '/topics/x', '*/*')).toMatch(/^404 application\/problem/);
});

test('signing in again leads back to the same address', async () => {
  const made = await home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'for an hour' });
  const { page, context } = await openPage(browser, home.url);
  const token = page.getByLabel('Access token');
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign in' });
  await page.goto('/sign-in?back=%2Foffice%2Fpeople');
  await token.fill(String(made.token));
  await submit.click();
  await page.getByRole('heading', { name: 'Owners', exact: false }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/office/people');
  await page.goto('/office/audit?agent_id=wren');
  await page.getByRole('heading', { name: 'Credential audit' }).waitFor();
  await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
  // The web UI receives the end of the session without any action of the user.
  await page.getByText('Your session has ended').waitFor();
  expect(await page.getByRole('heading', { name: 'Credential audit' }).count()).toBe(0);
  await token.fill(home.adminToken);
  await submit.click();
  await page.getByRole('heading', { name: 'Credential audit' }).waitFor();
  expect(page.url()).toBe(`${home.url}/office/audit?agent_id=wren`);
  await page.locator('.who-button').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await token.waitFor();
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  await context.close();
});

test('signing in leads to no address but the home’s', async () => {
  for (const back of [
    '//evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\\evil.example',
    '\\\\evil',
  ]) {
    const { page, context, complaints } = await openPage(browser, home.url);
    await page.goto(`/sign-in?back=${encodeURIComponent(back)}`);
    await page.getByLabel('Access token').fill(home.adminToken);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-topic]').first().waitFor();
    expect(page.url()).toBe(`${home.url}/`);
    expect(complaints).toEqual([]);
    await context.close();
  }
});
