import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browse, environment, opened } from '../testing/mcp-logins.ts';
import { connected } from '../testing/mcp-servers.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';
import { getAddress, startUrlServer } from '../testing/url-server.ts';
import { logInAtServer, logOutAtServer } from './log-in.ts';

describe('logins at servers', () => {
  test('keeps, uses, renews and ends a login by browser', async () => {
    const { url, authorization } = await startUrlServer({ oauth: true });
    const { vault, loginFolder } = opened();
    const config = { name: 'tickets', url };
    const before = connected([config], { vault, environment, loginFolder: () => loginFolder });
    expect(await before.provider.tools(never.signal)).toEqual([]);
    expect(before.problems).toMatchObject([{ message: expect.stringContaining('agents mcp login tickets') }]);
    expect(authorization.clients.size).toBe(0);

    const options = { vault, environment, loginFolder, show: browse, signal: never.signal };
    expect(await logInAtServer(config, options)).toBe('logged_in');
    const [file = ''] = readdirSync(loginFolder);
    expect(statSync(join(loginFolder, file)).mode & 0o777).toBe(0o600);
    const { provider, problems } = connected([config], {
      vault,
      environment,
      loginFolder: () => loginFolder,
    });
    expect(toText(await callTool(provider, 'mcp.tickets.answer', {}))).toBe('heard {}');

    authorization.accepted.clear();
    const renewed = connected([config], { vault, environment, loginFolder: () => loginFolder });
    expect(toText(await callTool(renewed.provider, 'mcp.tickets.answer', {}))).toBe('heard {}');
    expect(authorization.refreshes).toBe(1);
    for (const token of authorization.given) {
      expect(vault.secrets.clean(`it says ${token}`)).toBe('it says [secret login at tickets]');
      expect(JSON.stringify([problems, renewed.problems])).not.toContain(token);
    }

    authorization.revokeAll();
    const revoked = connected([config], { vault, environment, loginFolder: () => loginFolder });
    expect(await revoked.provider.tools(never.signal)).toEqual([]);
    expect(revoked.problems).toMatchObject([
      { message: expect.stringContaining('agents mcp login tickets') },
    ]);

    expect(await logInAtServer(config, options)).toBe('logged_in');
    expect(logOutAtServer(config, loginFolder)).toBe(true);
    expect(logOutAtServer(config, loginFolder)).toBe(false);
    expect(readdirSync(loginFolder)).toEqual([]);
  });

  test('a login is for one address only', async () => {
    const first = await startUrlServer({ oauth: true });
    const second = await startUrlServer({ oauth: true });
    const { vault, loginFolder } = opened();
    const options = { vault, environment, loginFolder, show: browse, signal: never.signal };
    await logInAtServer({ name: 'it', url: first.url }, options);
    const { provider } = connected([{ name: 'it', url: second.url }], {
      vault,
      environment,
      loginFolder: () => loginFolder,
    });
    expect(await provider.tools(never.signal)).toEqual([]);
    expect(second.headers).toEqual([]);
    expect(readFileSync(join(loginFolder, readdirSync(loginFolder)[0] ?? ''), 'utf8')).toContain(first.url);
  });

  test('refuses forged logins and leaves no token', async () => {
    const { url } = await startUrlServer({ oauth: true });
    const { vault, loginFolder } = opened();
    const options = { vault, environment, loginFolder, signal: never.signal };
    const refuse = (address: URL) => {
      const back = new URL(address.searchParams.get('redirect_uri') ?? '');
      const answer = (state: string, error: string) => {
        back.search = new URLSearchParams({ state, error, code: 'forged' }).toString();
        return fetch(back).then(({ status }) => status);
      };
      // A request with a wrong state is not accepted as the response.
      void answer('guessed', 'forged').then((status) => {
        expect(status).toBe(404);
        return answer(address.searchParams.get('state') ?? '', 'access_denied');
      });
    };
    await expect(logInAtServer({ name: 'it', url }, { ...options, show: refuse })).rejects.toMatchObject({
      code: 'mcp_login_refused',
      message: expect.stringContaining('access_denied'),
    });
    await expect(
      logInAtServer({ name: 'it', command: 'node' }, { ...options, show: browse }),
    ).rejects.toMatchObject({ code: 'mcp_login_not_possible' });
    const open = await startUrlServer();
    expect(await logInAtServer({ name: 'it', url: open.url }, { ...options, show: browse })).toBe(
      'not_needed',
    );
    for (const file of readdirSync(loginFolder))
      expect(readFileSync(join(loginFolder, file), 'utf8')).not.toContain('access_token');
  });

  test('a client acts for itself without a login', async () => {
    const { authorization, url } = await startUrlServer({ oauth: true });
    const grants: string[] = [];
    const issuer = await getAddress(
      createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        response.setHeader('content-type', 'application/json');
        if (request.url?.startsWith('/.well-known/oauth-protected-resource'))
          return void response.end(
            JSON.stringify({ resource: `${issuer}/mcp`, authorization_servers: [issuer] }),
          );
        if (request.url?.startsWith('/.well-known/'))
          return void response.end(
            JSON.stringify({
              issuer,
              token_endpoint: `${issuer}/token`,
              authorization_endpoint: `${issuer}/authorize`,
              response_types_supported: ['code'],
              token_endpoint_auth_methods_supported: ['client_secret_post'],
            }),
          );
        if (request.url === '/token') {
          grants.push(body);
          authorization.accepted.add('access-of-a-client');
          return void response.end(
            JSON.stringify({ access_token: 'access-of-a-client', token_type: 'bearer', expires_in: 60 }),
          );
        }
        const { authorization: sent } = request.headers;
        if (sent !== 'Bearer access-of-a-client') return void response.writeHead(401).end();
        const forwarded = await fetch(url, {
          method: request.method ?? 'GET',
          headers: Object.fromEntries(
            Object.entries(request.headers).flatMap(([name, value]) =>
              typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
                ? [[name, value]]
                : [],
            ),
          ),
          ...(body === '' ? {} : { body }),
        });
        const id = forwarded.headers.get('mcp-session-id');
        response.writeHead(forwarded.status, {
          'content-type': forwarded.headers.get('content-type') ?? 'application/json',
          ...(id === null ? {} : { 'mcp-session-id': id }),
        });
        response.end(request.method === 'GET' ? '' : await forwarded.text());
      }),
    );
    const { vault, loginFolder } = opened();
    const oauth = {
      grant: 'client_credentials' as const,
      clientId: 'me',
      clientSecret: 'vault://client',
      scopes: ['read', 'write'],
      issuer,
    };
    const config = { name: 'it', url: `${issuer}/mcp`, oauth };
    const { provider } = connected([config], { vault, environment, loginFolder: () => loginFolder });
    expect(toText(await callTool(provider, 'mcp.it.answer', {}))).toBe('heard {}');
    expect(Object.fromEntries(new URLSearchParams(grants[0]))).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'read write',
    });
    const misled = { ...config, oauth: { ...oauth, issuer: 'https://other.example' } };
    const { provider: refusing, problems } = connected([misled], {
      vault,
      environment,
      loginFolder: () => loginFolder,
    });
    expect(await refusing.tools(never.signal)).toEqual([]);
    expect([problems.map(({ code }) => code), grants.length]).toEqual([['server_not_started'], 1]);
    expect(vault.secrets.clean('access-of-a-client')).toBe('[secret login at it]');
    await expect(
      logInAtServer(config, { vault, environment, loginFolder, show: browse, signal: never.signal }),
    ).rejects.toMatchObject({ code: 'mcp_login_not_possible' });
  });
});
