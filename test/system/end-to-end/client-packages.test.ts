import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpCall } from '../../support/http-request.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let folder: string;

beforeAll(async () => {
  home = await startHome({
    environment: {
      AGENT_HOME_ANONYMOUS_PAGE: 'off',
      AGENT_HOME_NPM_REGISTRY: 'https://npm.example/root',
      AGENT_HOME_PYTHON_INDEX: 'https://pypi.example/simple/',
    },
  });
  folder = join(home.places.dataDirectory, 'packages');
});
afterAll(() => home?.close());

interface Index {
  npm_registry: string;
  python_index: string;
  packages: { name: string; kind: string; file: string; url: string; sha256: string; integrity: string }[];
}

const get = (path: string, method = 'GET') => fetch(`${home.url}${path}`, { method, redirect: 'manual' });
const index = async () => (await (await get('/packages/index.json')).json()) as Index;

test('a home lists its client packages with hashes', async () => {
  const { npm_registry, python_index, packages } = await index();
  expect([npm_registry, python_index]).toEqual([
    `${home.url}/packages/npm/`,
    `${home.url}/packages/pypi/simple/`,
  ]);
  expect(packages.map(({ name }) => name)).toEqual(['@agent-home/sdk', 'agent-home', 'agent-home']);
  for (const { url, file, sha256 } of packages) {
    const answer = await fetch(url);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(await readFile(join(folder, file)));
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('etag')).toBe(`"${sha256}"`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/(gzip|zip)$/);
    expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      answer.headers.get('content-length'),
    ]);
  }
  const page = await get('/packages/');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await page.text();
  for (const { url, sha256, integrity } of packages)
    for (const part of [url, sha256, integrity]) expect(text).toContain(part);
  expect((await get('/packages')).headers.get('location')).toBe('/packages/');
});

test('npm gets home packages here, others by redirect', async () => {
  const { packages } = await index();
  for (const path of ['/packages/npm/@agent-home%2fsdk', '/packages/npm/@agent-home/sdk']) {
    const document = await (await get(path)).json();
    expect(document).toMatchObject({
      name: '@agent-home/sdk',
      'dist-tags': { latest: '1.2.3' },
      versions: {
        '1.2.3': {
          name: '@agent-home/sdk',
          license: 'Apache-2.0',
          dist: { tarball: packages[0]?.url, integrity: packages[0]?.integrity },
        },
      },
    });
  }
  const places = ['zod', '@noble%2fed25519', '@noble/ed25519', 'zod/-/zod-4.0.0.tgz'];
  const found = await Promise.all(places.map((path) => get(`/packages/npm/${path}`)));
  expect(found.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
    [307, 'https://npm.example/root/zod'],
    [307, 'https://npm.example/root/@noble%2fed25519'],
    [307, 'https://npm.example/root/@noble%2fed25519'],
    [307, 'https://npm.example/root/zod/-/zod-4.0.0.tgz'],
  ]);
});

test('pip gets the wheel here, others by redirect', async () => {
  const { packages } = await index();
  const wheel = packages.find(({ kind }) => kind === 'python');
  const page = await (await get('/packages/pypi/simple/Agent_Home/')).text();
  expect(page).toContain(`<a href="${wheel?.url}#sha256=${wheel?.sha256}"`);
  expect(page).toContain('data-requires-python="&gt;=3.11"');
  expect(await (await get('/packages/pypi/simple/')).text()).toContain('<a href="agent-home/">');
  expect((await get('/packages/pypi/simple/httpx')).headers.get('location')).toBe(
    '/packages/pypi/simple/httpx/',
  );
  expect((await get('/packages/pypi/simple/Http_x/')).headers.get('location')).toBe(
    'https://pypi.example/simple/http-x/',
  );
});

test('names of home packages never redirect', async () => {
  const names = ['@agent-home/nothing', '@agent-home%2fnothing', '@Agent-Home/sdk', 'create-agent-home'];
  for (const name of [...names, 'agent-home/-/agent-home-9.9.9.tgz']) {
    const answer = await get(`/packages/npm/${name}`);
    expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 404, null]);
  }
});

test('nothing but the listed packages is served', async () => {
  const { packages } = await index();
  const digest = packages[0]?.url.split('/').at(-2) ?? '';
  await writeFile(join(folder, 'secret.tgz'), 'secret');
  const paths = [
    `/packages/files/${digest}/secret.tgz`,
    `/packages/files/${digest}/index.json`,
    `/packages/files/${digest}/..%2f..%2fsecrets.json`,
    `/packages/files/${digest}/..%2findex.json`,
    `/packages/files/${digest}/${packages[1]?.file}`,
    `/packages/files//${packages[0]?.file}`,
    `/packages/files/${digest}%00/${packages[0]?.file}`,
    '/packages/../v1/admin/agents',
    '/packages/npm/',
    '/packages/npm/..%2f..%2fsecrets.json',
    '/packages/npm//evil.example/x',
    '/packages/npm/%5c%5cevil.example',
    '/packages/npm/zod/../../x',
    '/packages/npm/-/all',
    '/packages/pypi/simple/..%2f..%2fx/',
    '/packages/pypi/simple/.hidden/',
  ];
  for (const path of paths) {
    const { status, headers } = await httpCall(home.url, { path, headers: {} });
    expect([path, headers.location]).toEqual([path, undefined]);
    expect([400, 401, 404, 422], path).toContain(status);
  }
  expect((await get('/packages/npm/zod', 'POST')).status).toBe(404);
});

test('a linked or changed package is not served', async () => {
  const second = await startHome();
  try {
    const place = join(second.places.dataDirectory, 'packages');
    const listed = (await (await fetch(`${second.url}/packages/index.json`)).json()) as Index;
    const [linked, changed, kept] = listed.packages;
    if (!linked || !changed || !kept) throw new Error('three packages are expected');
    const content = await readFile(join(place, linked.file));
    await writeFile(join(place, 'elsewhere'), content);
    await rm(join(place, linked.file));
    await symlink('elsewhere', join(place, linked.file));
    await writeFile(join(place, changed.file), 'x'.repeat(`stand-in for ${changed.file}`.length));
    for (const { url } of [linked, changed]) {
      const answer = await fetch(url);
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'service_unavailable' }]);
    }
    expect((await fetch(kept.url)).status).toBe(200);
    // Once restored, the package is served without a restart.
    await rm(join(place, linked.file));
    await writeFile(join(place, linked.file), content);
    expect((await fetch(linked.url)).status).toBe(200);
  } finally {
    await second.close();
  }
});
