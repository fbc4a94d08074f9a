import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { environment, opened } from '../testing/mcp-logins.ts';
import { connected } from '../testing/mcp-servers.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';
import { getAddress, startUrlServer } from '../testing/url-server.ts';
import type { McpServerConfig } from './server-config.ts';

describe('servers by their addresses', () => {
  test('reaches a server by its url with secret headers', async () => {
    const { url, headers, sessions } = await startUrlServer();
    const { vault } = opened();
    const config: McpServerConfig = {
      name: 'tickets',
      url,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: settings are written so
      headers: { Authorization: 'Bearer vault://tickets', 'X-Tenant': '${TENANT}' },
    };
    const { provider, problems } = connected([config], { vault, environment });
    expect((await provider.tools(never.signal)).map(({ name }) => name)).toEqual(['mcp.tickets.answer']);
    const outcome = await callTool(provider, 'mcp.tickets.answer', { a: 1 });
    expect([toText(outcome), problems]).toEqual(['heard {"a":1}', []]);
    for (const sent of headers)
      expect(sent).toMatchObject({
        authorization: 'Bearer the-token-of-tickets',
        'x-tenant': 'tenant-of-the-north',
      });
    expect(vault.secrets.clean('tenant-of-the-north')).toBe('[secret tickets TENANT]');
    expect(sessions()).toBe(1);
    await provider.close();
    expect(sessions()).toBe(0);
  });

  test('reaches a server of the older transport', async () => {
    const { url } = await startUrlServer({ speaks: 'sse' });
    for (const type of [undefined, 'sse'] as const) {
      const { provider } = connected([{ name: 'old', url, ...(type ? { type } : {}) }]);
      expect(toText(await callTool(provider, 'mcp.old.answer', {}))).toBe('heard {}');
    }
  });

  test('opens a new session where a server forgot it', async () => {
    const { url, forget, sessions } = await startUrlServer();
    const { provider, problems } = connected([{ name: 'it', url }]);
    expect(toText(await callTool(provider, 'mcp.it.answer', {}))).toBe('heard {}');
    forget();
    expect(toText(await callTool(provider, 'mcp.it.answer', { n: 2 }))).toBe('heard {"n":2}');
    expect([sessions(), problems]).toEqual([1, []]);
  });

  test('reports refusals and redirects, and sends headers nowhere else', async () => {
    const elsewhere: unknown[] = [];
    const other = await getAddress(
      createServer((request, response) => {
        elsewhere.push(request.headers);
        response.end();
      }),
    );
    const redirecting = await getAddress(
      createServer((_, response) => {
        response.writeHead(307, { location: other }).end();
      }),
    );
    const refusing = await getAddress(createServer((_, response) => void response.writeHead(503).end()));
    const { vault } = opened();
    for (const url of [redirecting, refusing, 'http://127.0.0.1:1/mcp']) {
      const headers = { 'X-Key': 'vault://tickets' };
      const { provider, problems } = connected([{ name: 'it', url, headers }], { vault, environment });
      expect(await provider.tools(never.signal)).toEqual([]);
      expect(problems.map(({ code }) => code)).toEqual(['server_not_started']);
      expect(JSON.stringify(problems)).not.toContain('the-token-of-tickets');
    }
    expect(elsewhere).toEqual([]);
  });

  test('cuts off a reply that does not end', async () => {
    const endless = await getAddress(
      createServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const piece = 'x'.repeat(1024 * 1024);
        const more = () => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', more);
        more();
      }),
    );
    const { provider, problems } = connected([{ name: 'it', url: endless }]);
    expect(await provider.tools(never.signal)).toEqual([]);
    expect(problems.map(({ code }) => code)).toEqual(['server_not_started']);
  });
});
