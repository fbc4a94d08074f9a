import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpCall } from '../../support/http-request.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ worker: false, environment: { AGENT_HOME_ANONYMOUS_PAGE: 'off' } });
});
afterAll(() => home.close());

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  httpCall(home.url, { method, path: `/docs${path}`, headers: { accept: 'text/html', ...headers } });

test('documentation pages have clean addresses and are revalidated', async () => {
  const start = await read('/');
  expect(start.status).toBe(200);
  expect(start.text).toContain('<h1 id="agent-home"');
  expect(start.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  });
  for (const path of ['/operations', '/agents/', '/decisions/0040-run-state-belongs-to-the-machine'])
    expect([path, (await read(path)).status]).toEqual([path, 200]);
  const { etag } = (await read('/operations')).headers;
  expect((await read('/operations', { 'if-none-match': String(etag) })).status).toBe(304);
  for (const path of ['', '/agents']) {
    const { status, headers } = await read(path);
    expect([status, headers.location]).toEqual([308, `/docs${path}/`]);
  }
  const head = await read('/operations', {}, 'HEAD');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1_000);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect([method, (await read('/operations', {}, method)).status]).toEqual([method, 404]);
});

test('hashed files of the documentation are immutable', async () => {
  const { text } = await read('/operations');
  const [, script = ''] = /src="\/docs(\/assets\/app\.[^"]+\.js)"/.exec(text) ?? [];
  const { status, headers } = await read(script);
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const styles = /href="\/docs(\/assets\/style\.[^"]+\.css)"/.exec(text)?.[1] ?? '';
  const packed = await read(styles, { 'accept-encoding': 'gzip' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(packed.headers['content-type']).toMatch(/^text\/css/);
});

test('missing documentation pages answer 404', async () => {
  const page = await read('/no-such-page');
  expect(page.status).toBe(404);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  const problem = await read('/no-such-page', { accept: 'application/json' });
  expect(problem.status).toBe(404);
  expect(JSON.parse(problem.text)).toMatchObject({
    code: 'route_not_found',
    detail: expect.stringContaining('/docs/'),
  });
});

/** 400 and 422 for an encoding that no path has, 404 for a path without a file. */
const refused = expect.toSatisfy((status: number) => [400, 404, 422].includes(status));

test('no spelling of a path leaves the documentation', async () => {
  const ups = [
    '..',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
    '..%00',
    '..\\',
    '%2e%2e%5c',
    '%c0%ae%c0%ae',
    '....',
    '.',
  ];
  const slashes = ['/', '%2f', '%5c', '//', '\\'];
  const targets = [
    'config.ts',
    'package.json',
    'etc/passwd',
    '.vitepress/config.ts',
    'index.html',
    'dist/index.html',
  ];
  for (const up of ups)
    for (const slash of slashes)
      for (const target of targets) {
        const path = `/${`${up}${slash}`.repeat(4)}${target}`;
        const { status, text } = await read(path);
        expect([path, status]).toEqual([path, refused]);
        expect(text, path).not.toMatch(/defineConfig|devDependencies|root:x/);
      }
  for (const path of ['/%', '/%zz', '/%00', '/operations%00', '//etc/passwd', '/assets/%2e%2e/operations'])
    expect([path, (await read(path)).status]).toEqual([path, refused]);
});

test('the documentation forbids inline scripts', async () => {
  for (const path of ['/', '/operations', '/commands', '/packages/protocol']) {
    const { headers, text } = await read(path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toContain('unsafe');
    expect(text, path).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(text, path).not.toMatch(/<style|<[^>]+\s(style|on\w+)=/);
  }
});
