import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveDocuments } from './serve-documents.ts';

async function served(files?: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-documents-'));
  for (const [name, text] of Object.entries(files ?? {})) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await serveDocuments(app, files && folder);
  return app;
}

const site = {
  'index.html': 'start',
  '404.html': 'missing',
  'guide.html': 'guide',
  'agents/index.html': 'agents',
  'assets/app.Ab12.js': 'plain',
  'assets/app.Ab12.js.gz': 'packed',
};

test('a home without built documentation answers 404', async () => {
  for (const app of [await served(), await served({ 'index.html': 'half a build' })])
    for (const url of ['/docs', '/docs/', '/docs/guide']) {
      const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
      expect([url, statusCode]).toEqual([url, 404]);
      expect(body).toContain('npm run build');
    }
});

test('serves pages of the documentation without their extension', async () => {
  const app = await served(site);
  const read = async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    return [statusCode, headers.location ?? body];
  };
  expect(await read('/docs')).toEqual([308, '/docs/']);
  expect(await read('/docs/')).toEqual([200, 'start']);
  expect(await read('/docs/guide')).toEqual([200, 'guide']);
  expect(await read('/docs/agents')).toEqual([308, '/docs/agents/']);
  expect(await read('/docs/agents/')).toEqual([200, 'agents']);
  for (const url of ['/docs/guide.html', '/docs/guide/', '/docs/404', '/docs/index', '/docs/assets/'])
    expect([url, ...(await read(url))]).toEqual([url, 404, 'missing']);
});

test('sends the compressed copy of a documentation file to clients that accept it', async () => {
  const app = await served(site);
  const url = '/docs/assets/app.Ab12.js';
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'gzip']);
  expect(packed.headers['cache-control']).toContain('immutable');
  expect((await app.inject({ url })).body).toBe('plain');
  expect((await app.inject({ url: `${url}.gz` })).statusCode).toBe(404);
});
