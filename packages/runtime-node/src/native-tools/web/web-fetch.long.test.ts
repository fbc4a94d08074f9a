import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { toText } from '../../testing/tool-calls.ts';
import { fetching, listen, type Page, serve } from '../../testing/web-pages.ts';

it('reads a page as Markdown', async () => {
  const site = await serve({
    '/page?q=1': {
      body: `<!doctype html><title>The  title</title><nav>menu</nav><script>alert(1)</script><style>p{}</style>
        <h2>Part</h2><p>Some <b>bold</b> text, <a href="/next">next</a>, <a href="javascript:evil()">bad</a>.</p>
        <ul><li>one</li><li>two</li></ul><pre><code>let a = 1;</code></pre><img src="data:image/png;base64,AAAA" alt="x">`,
    },
  });
  const outcome = await fetching()(site.at('/page?q=1#part'));
  expect(outcome).toMatchObject({ status: 'ok', metadata: { status: 200, url: site.at('/page?q=1') } });
  const text = toText(outcome);
  expect(text).toContain('# The title\n\n');
  for (const part of ['## Part', '**bold**', `[next](${site.at('/next')})`, 'let a = 1;'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/menu|alert|javascript:|base64/);
  const [, request] = site.requests;
  expect(request?.method).toBe('GET');
  expect(request?.headers['user-agent']).toBe('AgentHome/1.0 (web_fetch)');
  expect(Object.keys(request?.headers ?? {}).filter((name) => /auth|cookie|referer/.test(name))).toEqual([]);
});

it('reads JSON and text as they are, in their character sets', async () => {
  const site = await serve({
    '/json': { headers: { 'content-type': 'application/problem+json' }, body: '{"a": "<b>"}' },
    '/text': {
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
      body: Buffer.from([0x68, 0xe9]),
    },
    '/chinese': {
      body: Buffer.concat([Buffer.from('<meta charset="gb18030"><p>'), Buffer.from([0xc4, 0xe3])]),
    },
    '/unknown': { headers: { 'content-type': 'text/plain; charset=none-such' }, body: 'ü' },
    '/packed': {
      headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' },
      body: gzipSync('packed'),
    },
    '/long': { headers: { 'content-type': 'text/plain' }, body: 'ü'.repeat(50_000) },
  });
  const fetch = fetching();
  const read = async (path: string) => toText(await fetch(site.at(path)));
  expect(await read('/json')).toBe('{"a": "<b>"}');
  expect(await read('/text')).toBe('hé');
  expect(await read('/chinese')).toBe('你');
  expect(await read('/unknown')).toBe('ü');
  expect(await read('/packed')).toBe('packed');
  const cut = toText(await fetch(site.at('/long'), { maxBytes: 1_000 }));
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1_000);
  expect(cut).toMatch(/ü\n\[cut: 100000 bytes in all\]$/);
});

it('refuses pages that are no text, failed or too large', async () => {
  const site = await serve({
    '/image': { headers: { 'content-type': 'image/png' }, body: 'x' },
    '/none': { headers: { 'content-type': '' }, body: 'x' },
    '/error': { status: 418, body: 'secret' },
    '/large': { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(5 * 1024 * 1024 + 1) },
    '/bomb': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50 * 1024 * 1024)) },
    '/wrong': { headers: { 'content-encoding': 'gzip' }, body: 'not packed' },
  });
  const fetch = fetching();
  const codes: Record<string, string | undefined> = {};
  for (const path of ['/image', '/none', '/error', '/large', '/bomb', '/wrong', '/missing'])
    codes[path] = (await fetch(site.at(path))).error?.code;
  expect(codes).toEqual({
    '/image': 'not_text',
    '/none': 'not_text',
    '/error': 'http_status',
    '/large': 'too_large',
    '/bomb': 'too_large',
    '/wrong': 'http_failed',
    '/missing': 'http_status',
  });
  for (const url of [
    'ftp://example.com',
    'file:///etc/passwd',
    'no address',
    'http://user:word@example.com/',
    'data:,x',
  ])
    expect((await fetch(url)).error?.code).toBe('invalid_arguments');
  expect((await fetch('http://127.0.0.1:1/')).error?.code).toBe('http_failed');
});

it('follows at most five redirects and checks each', async () => {
  const to = (location: string): Page => ({ status: 302, headers: { location } });
  const site = await serve({
    '/1': to('/2'),
    '/2': to('3'),
    '/3': { ...to('/4'), status: 308 },
    '/4': to('/5'),
    '/5': to('/end'),
    '/end': { body: '<p>end' },
    '/0': to('/1'),
    '/loop': to('/loop'),
    '/file': to('file:///etc/passwd'),
    '/user': to('http://a:b@127.0.0.1/'),
    '/denied': to('/private/x'),
    '/private/x': { body: 'private' },
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private/' },
  });
  const fetch = fetching();
  const outcome = await fetch(site.at('/1'));
  expect([toText(outcome), outcome.metadata.url]).toEqual(['end', site.at('/end')]);
  for (const [path, code] of [
    ['/0', 'http_redirect'],
    ['/loop', 'http_redirect'],
    ['/file', 'invalid_arguments'],
    ['/user', 'invalid_arguments'],
    ['/denied', 'robots_refused'],
  ] as const)
    expect([path, (await fetch(site.at(path))).error?.code]).toEqual([path, code]);
});

it('refuses private addresses in every spelling', async () => {
  const site = await serve({ '/': { body: 'inside' } });
  const fetch = fetching({ allowPrivate: false });
  for (const host of [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '127.0.0.1.',
      '１２７.0.0.1',
    ],
    ...[
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fd00::1]',
      '0',
      '0.0.0.0',
      '[::]',
      '10.0.0.1',
      '192.168.1.1',
    ],
    ...[
      '172.16.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '2852039166',
      '[fd00:ec2::254]',
      '224.0.0.1',
      '255.255.255.255',
    ],
  ])
    expect([host, (await fetch(`http://${host}:${site.port}/`)).error?.code]).toEqual([
      host,
      expect.stringMatching(/^(address_refused|http_failed)$/),
    ]);
  expect((await fetch(site.at('/'))).error).toMatchObject({
    code: 'address_refused',
    message: expect.stringContaining('tools.web_fetch.allowPrivate'),
  });
  expect(site.requests).toHaveLength(0);
});

it('respects robots.txt', async () => {
  const robots = (body: string, status = 200) =>
    serve({
      '/robots.txt': { status, headers: { 'content-type': 'text/plain' }, body },
      '/a': { body: 'a' },
      '/b': { body: 'b' },
    });
  const fetch = fetching();
  const own = await robots('User-agent: *\nAllow: /\n\nUser-agent: AgentHome\nDisallow: /a');
  expect((await fetch(own.at('/a'))).error).toMatchObject({
    code: 'robots_refused',
    message: expect.stringContaining('AgentHome'),
  });
  expect(toText(await fetch(own.at('/b')))).toBe('b');
  expect(own.requests.map(({ url }) => url)).not.toContain('/a');
  expect(toText(await fetch((await robots('', 404)).at('/a')))).toBe('a');
  expect((await fetch((await robots('', 503)).at('/a'))).error?.code).toBe('robots_refused');
  const hostile = await robots(`User-agent: *\nDisallow: /${'*a'.repeat(5_000)}b\n`);
  expect((await fetch(hostile.at('/a'))).status).toBe('ok');
});

it('uses the proxy of the environment', async () => {
  const seen: string[] = [];
  const proxy = await listen((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(request.url?.endsWith('/robots.txt') ? 404 : 200, { 'content-type': 'text/plain' });
    response.end('by proxy');
  });
  proxy.server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const environment = {
    HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
  };
  const fetch = fetching({ allowPrivate: false, environment });
  expect(toText(await fetch('http://93.184.215.14/page'))).toBe('by proxy');
  expect((await fetch('https://93.184.215.14/page')).error?.code).toBe('http_failed');
  expect((await fetch('http://10.0.0.1/')).error?.code).toBe('address_refused');
  expect(seen).toEqual([
    'GET http://93.184.215.14/robots.txt',
    'GET http://93.184.215.14/page',
    'CONNECT 93.184.215.14:443',
  ]);
});

it('a call that is cancelled ends its request', async () => {
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const { server, port } = await listen((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('slow');
    begin();
  });
  const controller = new AbortController();
  const outcome = fetching()(`http://127.0.0.1:${port}/`, {}, { signal: controller.signal });
  await begun;
  controller.abort();
  expect((await outcome).error?.code).toBe('tool_cancelled');
  server.closeAllConnections();
});
