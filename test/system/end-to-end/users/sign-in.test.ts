import { freePort } from '@agent-home/local-postgres';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenIdProvider, type TestProvider } from '../../../support/open-id-provider.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { TestBrowser } from './test-browser.ts';

let home: TestHome;
let provider: TestProvider;
const invite = async (fields: object = { role: 'admin' }) =>
  String((await home.admin('POST', '/v1/admin/invitations', fields)).secret);
const asSubject = (subject: string) => {
  provider.subject = subject;
  return new TestBrowser(home);
};

beforeAll(async () => {
  const apiPort = await freePort();
  provider = await startOpenIdProvider(`http://127.0.0.1:${apiPort}/v1/session/oidc/callback`);
  home = await startHome({
    apiPort,
    environment: {
      AGENT_HOME_OIDC_ISSUER: provider.issuer,
      AGENT_HOME_OIDC_CLIENT_ID: provider.clientId,
      AGENT_HOME_OIDC_CLIENT_SECRET: provider.clientSecret,
      AGENT_HOME_OIDC_NAME: 'Test Provider',
    },
  });
});
afterAll(async () => {
  await home?.close();
  await provider?.close();
});

describe('named users', () => {
  test('an invited user signs in with its role', async () => {
    const browser = asSubject('ada');
    expect((await browser.json('GET', '/v1/session')).body).toMatchObject({ sign_in_at: 'Test Provider' });
    const redirect = await browser.throughProvider({ invitation: await invite(), back: '/office' });
    const response = await browser.send('GET', redirect);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/office']);
    const session = response.headers.getSetCookie().find((one) => one.startsWith('agent_home_session='));
    expect(session).toMatch(/; HttpOnly; SameSite=Strict$/);
    const viewer = await browser.json('GET', '/v1/session');
    expect(viewer.body).toMatchObject({ role: 'admin', label: 'Name of ada' });
    const topic = { topic_id: 'by-ada', title: 'By Ada', visibility: 'public', mode: 'freeform' };
    expect((await browser.json('POST', '/v1/admin/topics', topic)).status).toBe(201);
    const { items } = await home.admin('GET', '/v1/admin/audit/acts?target=topics/by-ada');
    const actor = { kind: 'user', id: viewer.body.user_id, role: 'admin', name: 'Name of ada' };
    expect(items).toMatchObject([{ action: 'topic.create', actor }]);
    const again = asSubject('ada');
    expect(await again.signIn({ back: '/search?q=月' })).toBe('/search?q=%E6%9C%88');
    for (const back of ['/.//other.example', '/..//other.example'])
      expect(await again.signIn({ back })).toBe('/other.example');
    // Some providers append parameters of their own.
    const more = '&scope=openid&authuser=0&hd=example.org&prompt=none&session_state=1';
    const answer = await again.send('GET', `${await again.throughProvider({ back: '/office' })}${more}`);
    expect(answer.headers.get('location')).toBe('/office');
    expect((await again.json('GET', '/v1/session')).body.user_id).toBe(viewer.body.user_id);
  });

  test('a user without an open invitation is refused', async () => {
    const used = await invite();
    expect(await asSubject('first').signIn({ invitation: used })).toBe('/');
    const made = await home.admin('POST', '/v1/admin/invitations', { role: 'auditor' });
    await home.admin('DELETE', `/v1/admin/invitations/${String(made.invitation_id)}`);
    const expired = await invite();
    await home.open.platform.database.execute(
      sql`update invitations set expires_at = now() - interval '1 second'
        where used_at is null and revoked_at is null`,
    );
    const refused = '/sign-in?problem=not_invited';
    for (const invitation of [used, String(made.secret), expired, 'x'.repeat(43)])
      expect(await asSubject('second').signIn({ invitation })).toBe(refused);
    // The provider gives every subject the same e-mail address.
    expect(await asSubject('third').signIn()).toBe(refused);
    const { items } = await home.admin('GET', '/v1/admin/invitations');
    expect((items as { state: string }[]).map(({ state }) => state)).toEqual(
      expect.arrayContaining(['used', 'revoked', 'expired']),
    );
    expect(JSON.stringify(items)).not.toContain(used);
  });

  test('a redirect of a foreign sign-in is refused', async () => {
    const failed = '/sign-in?problem=sign_in_failed';
    const opened = async (browser: TestBrowser, place: string) =>
      (await browser.send('GET', place)).headers.get('location');
    const browser = asSubject('ada');
    const redirect = await browser.throughProvider();
    expect(await opened(new TestBrowser(home), redirect)).toBe(failed);
    const changed = async (name: string, value: string) => {
      const one = asSubject('ada');
      const url = new URL(await one.throughProvider());
      url.searchParams.set(name, value);
      return opened(one, url.href);
    };
    expect(await changed('state', 'another')).toBe(failed);
    expect(await changed('iss', 'http://127.0.0.1:1')).toBe(failed);
    expect(await changed('code', 'guessed')).toBe(failed);
    const other = asSubject('ada');
    await other.throughProvider();
    expect(await opened(other, redirect)).toBe(failed);
    const forger = asSubject('ada');
    const own = await forger.throughProvider();
    const [name = '', value = ''] = [...forger.cookies][0] ?? [];
    forger.cookies.set(name, `${value.slice(0, -3)}AAA`);
    expect(await opened(forger, own)).toBe(failed);
    expect((await forger.json('GET', '/v1/session')).body.role).toBe('anonymous');
    expect(await opened(browser, redirect)).toBe('/');
    expect(await opened(browser, redirect)).toBe(failed);
  });

  test('a sign-in begins on the page of the home alone', async () => {
    const begin = (headers: Record<string, string>, body: object = {}) =>
      fetch(`${home.url}/v1/session/oidc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }).then(async (response) => ((await response.json()) as { code?: string }).code);
    expect(await begin({ origin: 'https://other.example' })).toBe('cross_site_request');
    expect(await begin({})).toBe('cross_site_request');
    for (const back of ['//other.example', 'https://other.example', '/\\other.example'])
      expect(await begin({ origin: home.url }, { back })).toBe('invalid_request');
  });

  test('a user signs out at home and provider', async () => {
    const browser = asSubject('ada');
    await browser.signIn();
    const { status, body } = await browser.json('DELETE', '/v1/session');
    expect(status).toBe(200);
    const url = new URL(String(body.url));
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${home.url}/`);
    expect((await browser.json('GET', '/v1/session')).body.role).toBe('anonymous');
  });

  test('sessions are revoked by their user and by an administrator', async () => {
    const invitation = await invite({ role: 'auditor' });
    const [phone, desk] = [asSubject('aud'), asSubject('aud')];
    await phone.signIn({ invitation });
    await desk.signIn();
    type Sessions = { session_id: string; is_own: boolean; principal: string }[];
    const own = async (browser: TestBrowser) =>
      (await browser.json('GET', '/v1/sessions')).body.items as Sessions;
    expect((await own(desk)).length).toBe(2);
    const other = (await own(desk)).find(({ is_own: isOwn }) => !isOwn);
    const stranger = asSubject('ada');
    await stranger.signIn();
    const path = `/v1/sessions/${other?.session_id}`;
    expect((await stranger.json('DELETE', path)).body.code).toBe('not_found');
    expect((await desk.json('DELETE', path)).status).toBe(200);
    expect((await phone.json('GET', '/v1/session')).body.role).toBe('anonymous');
    const [last] = await own(desk);
    await home.admin('DELETE', `/v1/admin/sessions/${last?.session_id}`);
    expect((await desk.json('GET', '/v1/session')).body.role).toBe('anonymous');

    await desk.signIn();
    const disable = `/v1/admin/users/${last?.principal}/actions`;
    await home.admin('POST', disable, { action: 'disable' });
    expect((await desk.json('GET', '/v1/session')).body.role).toBe('anonymous');
    expect(await asSubject('aud').signIn()).toBe('/sign-in?problem=user_disabled');
    await home.admin('POST', disable, { action: 'enable' });
    expect(await desk.signIn()).toBe('/');
    await home.admin('POST', disable, { action: 'set_role', role: 'moderator' });
    expect((await desk.json('GET', '/v1/session')).body.role).toBe('moderator');
  });

  test('a wrong provider ends the start, absence does not', async () => {
    const { openId } = home.settings;
    if (!openId) throw new Error('the home has no provider');
    const start = (issuer: string) => home.startSecondApi({ openId: { ...openId, issuer } });
    const localhost = provider.issuer.replace('127.0.0.1', 'localhost');
    for (const issuer of [localhost, home.url])
      await expect(start(issuer)).rejects.toMatchObject({ code: 'provider_mismatch' });
    const api = await start(`http://127.0.0.1:${await freePort()}`);
    const begun = await fetch(`${api.url}/v1/session/oidc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: api.url },
      body: '{}',
    });
    expect(((await begun.json()) as { code: string }).code).toBe('provider_unavailable');
    await api.close();
  });
});
