import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ worker: false });
});
afterAll(() => home.close());

const admin = () => ({ authorization: `Bearer ${home.secrets.adminToken}` });

interface Operation {
  parameters?: { name: string; in: string }[];
}

/** Returns each documented route with values for its path, and its declared query parameters. */
async function routes() {
  const response = await fetch(`${home.url}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, 'any'),
      known: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    })),
  );
}

/** Store webhooks and the redirect of an OpenID provider accept parameters that their senders append. */
const isStrict = (path: string) =>
  /^\/(v1|a2a)\//.test(path) && !/^\/v1\/(events\/|session\/oidc\/callback$)/.test(path);

test('every route refuses undeclared query parameters', async () => {
  const found = (await routes()).filter(({ path }) => isStrict(path));
  expect(found.length).toBeGreaterThan(80);
  for (const { method, path, known } of found) {
    const response = await fetch(`${home.url}${path}?limitt=1`, { method, headers: admin() });
    const body = (await response.json()) as { code?: string; detail?: string; error?: { code: number } };
    if (path.startsWith('/a2a/agents/') && method === 'POST') {
      expect([path, response.status, body.error?.code]).toEqual([path, 200, -32_600]);
      continue;
    }
    expect([method, path, response.status, body.code]).toEqual([method, path, 422, 'unknown_parameter']);
    const remedy = known.length === 0 ? 'the route has no parameters' : `use ${known.join(', ')}`;
    expect([method, path, body.detail]).toEqual([
      method,
      path,
      `the query parameter "limitt" does not exist: ${remedy}`,
    ]);
  }
});

test('a parameter name is quoted and truncated', async () => {
  const name = `"><script>${'x'.repeat(500)}`;
  const response = await fetch(`${home.url}/v1/public/topics?${encodeURIComponent(name)}=1`, {
    headers: admin(),
  });
  const body = (await response.json()) as { code: string; detail: string; path: string };
  expect(body.code).toBe('unknown_parameter');
  expect(body.path).toHaveLength(60);
  expect(body.detail.length).toBeLessThan(200);
});

test('the store webhooks take parameters that a vendor appends', async () => {
  const response = await fetch(`${home.url}/v1/events/s3?vendor=1`, { method: 'POST', body: '{}' });
  expect(((await response.json()) as { code?: string }).code).not.toBe('unknown_parameter');
});
