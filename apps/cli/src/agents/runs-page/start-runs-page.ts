import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import { RunCommandError } from '../../errors/command-errors.ts';
import { guardHeaders, guardRequest } from './guard-requests.ts';
import { RunIndex } from './index-runs.ts';
import { KeptLogs } from './kept-logs.ts';
import { LiveRuns } from './live-runs.ts';
import type { PageFile } from './page-files.ts';
import { PageProblem } from './page-problem.ts';
import { RunViews } from './read-views.ts';
import { listPage, runsQuerySchema } from './search-runs.ts';
import { SignIn } from './sign-in.ts';

export interface RunsPageOptions {
  store: FileRunStore;
  /** 0: one that is free. */
  port: number;
  files: ReadonlyMap<string, PageFile>;
  /** Called with a new link after one was used. */
  onLink: (url: string) => void;
  onError: (error: unknown) => void;
}

export interface RunsPage {
  port: number;
  /** Returns the link that opens the runs page once. */
  link(): string;
  close(): Promise<void>;
}

/** Only this machine reaches the runs page. */
const loopback = '127.0.0.1';
/** Milliseconds for which the list waits for new logs. Page and stream read the rest. */
const firstReadMs = 300;
/** Milliseconds between two checks of the list for missing logs. */
const checkEveryMs = 20;

/**
 * Starts the web page of the runs in a store. It is read-only and for the browsers that have opened a link.
 * @throws RunCommandError `port_in_use`, `port_unusable`
 */
export async function startRunsPage(options: RunsPageOptions): Promise<RunsPage> {
  const { store, port: wanted, files, onLink, onError } = options;
  const signIn = new SignIn();
  const logs = new KeptLogs(store, (runId) => live.send([runId]));
  const index = new RunIndex(store, logs, (runIds) => live.send(runIds));
  const views = new RunViews(store, index, logs);
  const live = new LiveRuns(index);
  // Ends streams as well, which clients keep open.
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  const link = () => `http://${loopback}:${port()}${signIn.linkPath}`;
  const port = () => (app.server.address() as AddressInfo).port;
  addGuards(app, onError);
  app.get<{ Params: { link: string } }>('/open/:link', async (request, reply) => {
    const cookie = signIn.open(request.params.link);
    if (cookie === undefined) throw new PageProblem('link_used');
    onLink(link());
    // No redirect: a browser that came from another place would not send the cookie with it.
    return reply
      .header('set-cookie', cookie)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><title>Agent Home</title><meta http-equiv="refresh" content="0;url=/${signIn.folder}/">`,
      );
  });
  await app.register(
    async (page) => {
      // Checks the route and not the address, which can be written in several ways.
      page.addHook('onRequest', async ({ headers }) => {
        if (!signIn.isSignedIn(headers.cookie)) throw new PageProblem('not_signed_in');
      });
      addRoutes(page, { index, views, live });
      page.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
        const file = files.get(request.params['*']);
        if (!file) throw new PageProblem('not_found');
        return reply.type(file.type).send(file.bytes);
      });
    },
    { prefix: `/${signIn.folder}` },
  );
  await listen(app, wanted);
  return {
    port: port(),
    link,
    async close() {
      live.close();
      await app.close();
    },
  };
}

function addGuards(app: FastifyInstance, onError: (error: unknown) => void): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(guardHeaders);
    guardRequest(request);
  });
  app.setNotFoundHandler((request, reply) => {
    // The address without a link, as somebody types it.
    const code = request.url === '/' ? 'not_signed_in' : 'not_found';
    return refuse(reply, new PageProblem(code));
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error instanceof PageProblem) return refuse(reply, error);
    if (error instanceof RunStoreError)
      return refuse(
        reply,
        new PageProblem(error.code === 'invalid_run_id' ? 'no_such_run' : 'runs_unreadable'),
      );
    if (error instanceof z.ZodError || (error.statusCode ?? 500) < 500)
      return refuse(reply, new PageProblem('invalid_parameter'));
    onError(error);
    return refuse(reply, new PageProblem('internal_error'));
  });
}

function refuse(reply: FastifyReply, { code, status, message }: PageProblem): FastifyReply {
  if (code === 'method_not_allowed') reply.header('allow', 'GET, HEAD');
  return reply.status(status).type('application/json; charset=utf-8').send({ code, detail: message });
}

const pieceQuerySchema = z.strictObject({ from: z.coerce.number().int().min(0).max(100_000_000).default(0) });

interface Parts {
  index: RunIndex;
  views: RunViews;
  live: LiveRuns;
}

function addRoutes(page: FastifyInstance, { index, views, live }: Parts): void {
  page.get('/api/runs', async (request) => {
    const query = runsQuerySchema.parse(request.query);
    await readSoon(index);
    return listPage(index, query);
  });
  page.get<{ Params: { id: string } }>('/api/runs/:id', async ({ params }) =>
    found(await views.page(params.id)),
  );
  for (const part of ['steps', 'spans', 'nodes', 'records'] as const) {
    page.get<{ Params: { id: string } }>(`/api/runs/:id/${part}`, async ({ params, query }) =>
      found(await views[part](params.id, pieceQuerySchema.parse(query).from)),
    );
  }
  page.get('/api/events', (_request, reply) => {
    if (live.isFull) throw new PageProblem('too_many_streams');
    reply.hijack();
    reply.raw.writeHead(200, { ...guardHeaders, 'content-type': 'text/event-stream; charset=utf-8' });
    live.add(reply.raw);
  });
}

/** Waits until the list has each log, but not for all of a long one or for a large folder: a page shows how many are left. */
async function readSoon(index: RunIndex): Promise<void> {
  const end = Date.now() + firstReadMs;
  do {
    const isRefreshed = index.refresh().then(() => true);
    while (!(await Promise.race([isRefreshed, delay(checkEveryMs)])))
      if (index.isListed || Date.now() > end) {
        isRefreshed.catch(() => undefined);
        return;
      }
  } while (index.unread > 0 && Date.now() < end);
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new PageProblem('no_such_run');
  return value;
}

async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ host: loopback, port });
  } catch (error) {
    await app.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new RunCommandError(
        'port_in_use',
        `port ${port} is in use: pass another one with --port, or none for a free one`,
        { cause: error },
      );
    if (code === 'EACCES')
      throw new RunCommandError(
        'port_unusable',
        `port ${port} may not be used: pass one above 1023 with --port`,
        {
          cause: error,
        },
      );
    throw error;
  }
}
