import { request } from 'node:http';
import { join } from 'node:path';
import { type RunRecord, runsListSchema } from '@agent-home/agent-runtime/run-log';
import { FileRunStore } from '@agent-home/runtime-node';
import { onTestFinished } from 'vitest';
import type { PageFile } from '../agents/runs-page/page-files.ts';
import { type RunsPage, startRunsPage } from '../agents/runs-page/start-runs-page.ts';
import { commandPlace, scriptedModel } from './command-place.ts';
import { reviewer, reviewingRules } from './reviewing-agents.ts';

export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  json(): unknown;
}

/** Sends a request whose address and headers are exactly as given: `fetch` would correct both. */
export function send(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<PageResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(received),
          text,
          json: () => JSON.parse(text),
        });
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

const files = new Map<string, PageFile>([
  ['', { type: 'text/html; charset=utf-8', bytes: Buffer.from('<title>Runs</title>') }],
  ['assets/a.js', { type: 'text/javascript; charset=utf-8', bytes: Buffer.from('export {};') }],
]);

export interface OpenPage {
  page: RunsPage;
  links: string[];
  errors: unknown[];
  /** Secret folder of the runs page, `/…/`. */
  folder: string;
  cookie: string;
  /** Sends a request of a signed-in browser to an address below the folder. */
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
}

/** Starts the runs page on the runs of a store and signs in; the end of the test closes it. */
export async function openRunsPage(store: FileRunStore): Promise<OpenPage> {
  const [links, errors]: [string[], unknown[]] = [[], []];
  const page = await startRunsPage({
    store,
    port: 0,
    files,
    onLink: (url) => links.push(url),
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => page.close());
  const { headers, text } = await send(page.port, new URL(page.link()).pathname);
  const folder = /url=([^"]+)"/.exec(text)?.[1] ?? '';
  const cookie = headers['set-cookie']?.split(';')[0] ?? '';
  return {
    ...{ page, links, errors, folder, cookie },
    get: (path, more = {}) => send(page.port, `${folder}${path}`, { headers: { cookie, ...more } }),
  };
}

const script = `rules:${reviewingRules('review')}  - answer: Hello.
`;

/** Creates a project with two real runs: `main`, and the one that it delegated to `reviewer`. */
export async function openPlace() {
  const { models } = await scriptedModel(script);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/reviewer.md': reviewer,
    'project/note.txt': 'hello',
  });
  place.trust();
  const folder = join(place.home, '../runs');
  const run = (...words: string[]) => place.run(...words, '--runs', folder);
  await run('agents', 'run', 'main', '-p', 'review the note');
  const store = new FileRunStore(folder);
  const records: RunRecord[] = JSON.parse((await run('runs', 'show', 'latest', '--format', 'json')).stdout);
  return { run, folder, store, records, runId: records[0]?.correlationId ?? '' };
}

/** Returns the list of runs as the runs page gets it. */
export const listed = async ({ get }: OpenPage, query = '') =>
  runsListSchema.parse((await get(`api/runs${query}`)).json());

export const codeOf = ({ text }: PageResponse): string => JSON.parse(text).code;
