import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  recordsPieceSchema,
  runPageSchema,
  spansPieceSchema,
  stepsPieceSchema,
} from '@agent-home/agent-runtime/run-log';
import { FileRunStore } from '@agent-home/runtime-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copiedLines, storeLines } from '../../testing/copied-runs.ts';
import {
  codeOf,
  listed,
  type OpenPage,
  openPlace,
  openRunsPage,
  send,
} from '../../testing/runs-page-client.ts';
import { readPageFiles } from './page-files.ts';
import { startRunsPage } from './start-runs-page.ts';

describe('access to the runs page', () => {
  test('a link opens the runs page once and is replaced', async () => {
    const { store } = await openPlace();
    const page = await openRunsPage(store);
    expect((await page.get('')).text).toContain('<title>Runs</title>');
    expect(page.links).toHaveLength(1);
    const [fresh = ''] = page.links;
    expect(fresh).toBe(page.page.link());
    const again = await send(page.page.port, new URL(fresh).pathname);
    expect(again.headers['set-cookie']).toMatch(/; Path=\/[\w-]{32}\/; HttpOnly; SameSite=Strict$/);
    const used = await send(page.page.port, new URL(fresh).pathname);
    expect([used.status, codeOf(used), used.headers['set-cookie']]).toEqual([403, 'link_used', undefined]);
  });

  test('requests without the cookie of the link read nothing', async () => {
    const { store, runId } = await openPlace();
    const { page, folder, cookie } = await openRunsPage(store);
    const paths = [
      '',
      'assets/a.js',
      'api/runs',
      `api/runs/${runId}`,
      `api/runs/${runId}/records`,
      'api/events',
    ];
    const cookies = [undefined, 'agent_home_runs=', `agent_home_runs=${'x'.repeat(32)}`, `other=${cookie}`];
    for (const path of paths)
      for (const wrong of cookies) {
        const refused = await send(page.port, `${folder}${path}`, {
          headers: wrong === undefined ? {} : { cookie: wrong },
        });
        expect([path, wrong, refused.status, codeOf(refused)]).toEqual([path, wrong, 401, 'not_signed_in']);
      }
    const encoded = `/%${(folder.charCodeAt(1) ?? 0).toString(16)}${folder.slice(2)}api/runs`;
    expect((await send(page.port, encoded)).status).toBe(401);
    expect((await send(page.port, '/', { headers: { cookie } })).status).toBe(401);
    expect((await send(page.port, '/api/runs', { headers: { cookie } })).status).toBe(404);
  });

  test('foreign hosts, origins and sites are refused', async () => {
    const { store } = await openPlace();
    const { page, get } = await openRunsPage(store);
    const own = `127.0.0.1:${page.port}`;
    const foreign: [code: string, headers: Record<string, string>][] = [
      ['foreign_host', { host: 'evil.example' }],
      ['foreign_host', { host: `evil.example:${page.port}` }],
      ['foreign_host', { host: `127.0.0.1.evil.example:${page.port}` }],
      ['foreign_host', { host: '192.168.0.1' }],
      ['foreign_origin', { origin: 'http://evil.example' }],
      ['foreign_origin', { origin: 'null' }],
      ['foreign_origin', { origin: `https://${own}` }],
      ['foreign_origin', { origin: `http://127.0.0.1:${page.port + 1}` }],
      ['foreign_origin', { 'sec-fetch-site': 'cross-site' }],
      ['foreign_origin', { 'sec-fetch-site': 'same-site' }],
      [
        'foreign_origin',
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      ],
    ];
    for (const [code, headers] of foreign) {
      const refused = await get('api/runs', headers);
      expect([headers, refused.status, codeOf(refused)]).toEqual([headers, 403, code]);
      expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    }
    const own_headers = { host: own, origin: `http://${own}`, 'sec-fetch-site': 'same-origin' };
    expect((await get('api/runs', own_headers)).status).toBe(200);
    // A tunnel has a port of its own.
    expect((await get('api/runs', { host: 'localhost:9', origin: 'http://localhost:9' })).status).toBe(200);
  });

  test('a link opens from another place by navigation alone', async () => {
    const { store } = await openPlace();
    const { page } = await openRunsPage(store);
    const open = (headers: Record<string, string>) =>
      send(page.port, new URL(page.link()).pathname, {
        headers: { 'sec-fetch-site': 'cross-site', ...headers },
      });
    expect(codeOf(await open({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }))).toBe(
      'foreign_origin',
    );
    expect(codeOf(await open({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }))).toBe(
      'foreign_origin',
    );
    expect((await open({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).status).toBe(200);
  });

  test('requests that change something are refused', async () => {
    const { store, runId } = await openPlace();
    const { page, folder, cookie } = await openRunsPage(store);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const path of [
        `${folder}api/runs`,
        `${folder}api/runs/${runId}`,
        new URL(page.link()).pathname,
        '/x',
      ]) {
        const refused = await send(page.port, path, { method, headers: { cookie } });
        expect([method, path, refused.status, codeOf(refused)]).toEqual([
          method,
          path,
          405,
          'method_not_allowed',
        ]);
      }
    expect((await store.list()).map((run) => run.runId)).toContain(runId);
  });

  test('no address leads out of the runs page or its runs', async () => {
    const { store, folder: runs } = await openPlace();
    const page = await openRunsPage(store);
    writeFileSync(join(runs, '..', 'secret.txt'), 'SECRET');
    const paths = [
      ...['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', 'assets/../../secret.txt', '/etc/passwd'],
      ...['api/runs/../../secret.txt', 'api/runs/..%2f..%2fsecret.txt', 'api/runs/..', 'api/runs/%00'],
      ...['api/runs/run_x%2f..%2f..', `api/runs/${'a'.repeat(5_000)}`, 'api/runs/run_nothere/records'],
      ...['api/runs/__proto__', 'constructor', '%', 'assets/a.js%00.html', 'assets/', '.'],
    ];
    for (const path of paths) {
      const { status, text } = await page.get(path);
      expect([path, status]).toEqual([
        path,
        expect.toSatisfy((code: number) => code === 404 || code === 400 || code === 414),
      ]);
      expect(text).not.toContain('SECRET');
    }
    expect(page.errors).toEqual([]);
  });

  test('every response forbids storing, framing, sniffing and scripts of others', async () => {
    const { store } = await openPlace();
    const { page, get } = await openRunsPage(store);
    const responses = [
      await get(''),
      await get('api/runs'),
      await get('nothing'),
      await send(page.port, '/'),
    ];
    for (const { headers } of responses) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
  });
});

describe('runs on the runs page', () => {
  test('each record is served once with the values of the log', async () => {
    const { store, runId, records, run } = await openPlace();
    const page = await openRunsPage(store);
    const { json } = await page.get(`api/runs/${runId}/records`);
    const piece = recordsPieceSchema.parse(json());
    expect(piece.items).toEqual(records);
    expect([piece.total, piece.next]).toEqual([records.length, undefined]);
    const later = recordsPieceSchema.parse((await page.get(`api/runs/${runId}/records?from=3`)).json());
    expect(later.items).toEqual(records.slice(3));
    const found = runPageSchema.parse((await page.get(`api/runs/${runId}`)).json());
    const verified = JSON.parse((await run('runs', 'verify', runId, '--format', 'json')).stdout);
    expect(found.head?.hash).toBe(verified.head.hash ?? verified.head);
  });

  test('a run is shown with its steps, spans and delegated runs', async () => {
    const { store, runId } = await openPlace();
    const page = await openRunsPage(store);
    const found = runPageSchema.parse((await page.get(`api/runs/${runId}`)).json());
    expect(found).toMatchObject({ number: 1, state: 'answered', is_authentic: true });
    expect(found.delegated).toMatchObject([{ agent: 'reviewer', state: 'answered' }]);
    const steps = stepsPieceSchema.parse((await page.get(`api/runs/${runId}/steps`)).json()).items;
    const call = steps.find((step) => step.kind === 'call');
    expect(call).toMatchObject({ tool: 'delegate', state: 'ok', runs: [{ agent: 'reviewer' }] });
    expect(call?.kind === 'call' && call.tool_call_id).toBe(found.delegated[0]?.tool_call_id);
    const spans = spansPieceSchema.parse((await page.get(`api/runs/${runId}/spans`)).json()).items;
    expect(spans.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['agent', 'llm', 'delegation', 'system']),
    );
    const [child] = found.delegated;
    const below = runPageSchema.parse((await page.get(`api/runs/${child?.run_id}`)).json());
    expect([below.number, below.overview?.parent?.run_id]).toEqual([undefined, runId]);
    expect((await listed(page)).total).toBe(1);
    expect((await listed(page, '?all=1')).total).toBe(2);
  });

  test('damaged, foreign and empty logs are listed with their code', async () => {
    const { store, folder, records, runId } = await openPlace();
    const place = (id: string, text: string) => {
      mkdirSync(join(folder, id));
      writeFileSync(join(folder, id, 'log.jsonl'), text);
    };
    const whole = readFileSync(join(folder, runId, 'log.jsonl'), 'utf8');
    place('run_garbage', 'no json\n');
    place('run_binary', '\xff\xfe\n');
    place('run_empty', '');
    place('run_elsewhere', whole);
    const other = new FileRunStore(folder, { key: () => Buffer.alloc(32, 7) });
    await storeLines(other, 'run_foreign', copiedLines(records, 'run_foreign'));
    await storeLines(store, 'run_changed', copiedLines(records, 'run_changed'));
    const changed = join(folder, 'run_changed', 'log.jsonl');
    writeFileSync(changed, readFileSync(changed, 'utf8').replace('review the note', 'erase the note!'));
    mkdirSync(join(folder, 'run_folder', 'log.jsonl'), { recursive: true });
    mkdirSync(join(folder, 'run_loop'));
    symlinkSync('log.jsonl', join(folder, 'run_loop', 'log.jsonl'));
    const page = await openRunsPage(store);
    const { runs } = await listed(page, '?all=1');
    const byId = new Map(runs.map((run) => [run.run_id, [run.state, run.fault?.code, run.is_authentic]]));
    expect(byId.get(runId)).toEqual(['answered', undefined, true]);
    expect(byId.get('run_garbage')).toEqual(['damaged', 'malformed_line', false]);
    expect(byId.get('run_empty')).toEqual(['damaged', 'missing_start', expect.any(Boolean)]);
    expect(byId.get('run_elsewhere')).toEqual(['damaged', 'wrong_run', false]);
    expect(byId.get('run_foreign')).toEqual(['answered', undefined, false]);
    expect(byId.get('run_changed')).toEqual(['damaged', 'broken_chain', false]);
    expect(byId.get('run_folder')).toEqual(['damaged', 'log_unreadable', false]);
    expect(byId.get('run_binary')?.[0]).toBe('damaged');
    expect((await listed(page, '?all=1&state=damaged&code=broken_chain')).runs).toHaveLength(1);
    for (const run of runs) {
      const found = runPageSchema.parse((await page.get(`api/runs/${run.run_id}`)).json());
      expect(found.fault?.code).toBe(run.fault?.code);
      for (const part of ['steps', 'spans', 'records'])
        expect((await page.get(`api/runs/${run.run_id}/${part}`)).status).toBe(200);
    }
    expect(page.errors).toEqual([]);
  });

  test('a run that grows is reported, and its page follows', async () => {
    const { store, folder, records } = await openPlace();
    const lines = copiedLines(records, 'run_growing');
    const writer = await store.create('run_growing');
    await writer.append(lines.slice(0, 4), new Map());
    const page = await openRunsPage(store);
    const changes = followEvents(page);
    const read = async () => runPageSchema.parse((await page.get('api/runs/run_growing')).json());
    expect(await read()).toMatchObject({ state: 'running', overview: { records: 4 } });
    await writer.append(lines.slice(4, 7), new Map());
    await expect.poll(() => changes.ids.has('run_growing')).toBe(true);
    expect(await read()).toMatchObject({ state: 'running', overview: { records: 7 } });
    appendFileSync(join(folder, 'run_growing', 'log.jsonl'), '{"half');
    await expect.poll(async () => (await read()).torn_bytes).toBe(6);
    changes.ids.clear();
    await writer.close();
    await expect.poll(() => changes.ids.has('run_growing')).toBe(true);
    expect((await read()).state).toBe('interrupted');
    rmSync(join(folder, 'run_growing'), { recursive: true });
    await expect.poll(async () => (await page.get('api/runs/run_growing')).status).toBe(404);
    expect(readdirSync(folder)).not.toContain('run_growing');
  });
});

/** Reads server-sent events and collects the ids of changed runs. */
function followEvents({ page, folder, cookie }: OpenPage): { ids: Set<string> } {
  const ids = new Set<string>();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  void (async () => {
    const response = await fetch(`http://127.0.0.1:${page.port}${folder}api/events`, {
      headers: { cookie },
      signal: stopping.signal,
    });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (const [, data = '{}'] of text.matchAll(/^data: (.*)$/gm))
        for (const id of JSON.parse(data).changed ?? []) ids.add(id);
      text = text.slice(text.lastIndexOf('\n\n') + 2);
    }
  })().catch(() => undefined);
  return { ids };
}

test('runs serve refuses a port in use and a page that is not built', async () => {
  const { store } = await openPlace();
  const { page } = await openRunsPage(store);
  expect(() => readPageFiles('/nowhere')).toThrow(expect.objectContaining({ code: 'page_missing' }));
  const files = new Map();
  const again = startRunsPage({ store, port: page.port, files, onLink: () => {}, onError: () => {} });
  await expect(again).rejects.toMatchObject({
    code: 'port_in_use',
    message: expect.stringContaining('--port'),
  });
});
