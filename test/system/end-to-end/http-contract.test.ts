import * as contract from '@agent-home/http-contract';
import rateLimit from '@fastify/rate-limit';
import fastify, { type RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContext } from '../../../apps/server/src/api/context/open-context.ts';
import { registerRoutes } from '../../../apps/server/src/api/routes/register-routes.ts';
import { findContract } from '../../../apps/server/src/api/routing/route-contract.ts';
import { createRoutes } from '../../../apps/server/src/api/routing/route-types.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let routes: RouteOptions[];
const closing = new AbortController();

beforeAll(async () => {
  home = await startHome({ worker: false });
  routes = await registeredRoutes();
});
afterAll(async () => {
  closing.abort();
  await home.close();
});

/** Returns every route as registered, independent of the OpenAPI document. */
async function registeredRoutes(): Promise<RouteOptions[]> {
  const { platform, connection, keys } = home.open;
  const { authorities, eventTokens, metricsTokens, smqCertificates } = home.settings;
  const options = {
    authorities,
    eventTokens,
    metricsTokens,
    smqCertificates,
    takesEvents: true,
    anonymousPage: true,
    pageFolder: undefined,
    documentsFolder: undefined,
    packages: undefined,
    trustedProxies: [],
    holdsAnswers: true,
    bodyLimitBytes: 1024,
    requestsPerMinutePerAddress: 1000,
    requestsPerMinutePerAgent: 1000,
    rootSet: keys.rootSet,
    keysDocument: keys.keysDocument,
  };
  const context = await openContext(platform, connection, options, closing.signal);
  const app = fastify();
  await app.register(rateLimit);
  const found: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') found.push(route);
  });
  registerRoutes(createRoutes(app, context));
  return found;
}

const known: ReadonlySet<unknown> = new Set(Object.values(contract));
const documented = () => routes.filter(({ schema }) => schema?.hide !== true);
const getName = ({ method, url }: RouteOptions) => `${method} ${url}`;

describe('routes', () => {
  test('a home registers each route of the contract once', () => {
    // The document is served with the rest of the app; packages are served only if a folder for them is configured.
    const elsewhere: contract.Route[] = [contract.schemaRoutes.openApi, contract.packageRoutes.list];
    const expected = contract.allRoutes.filter((route) => !elsewhere.includes(route));
    expect(routes.map(getName).toSorted()).toEqual(
      expected.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  test('a route with restricted access has a check before it', () => {
    const open: readonly contract.Access[] = ['everybody', 'viewer', 'store'];
    const unchecked = routes.filter(({ preHandler }) => preHandler === undefined);
    const expected = routes.filter((route) => open.includes(findContract(route)?.access ?? []));
    expect(unchecked.map(getName)).toEqual(expected.map(getName));
  });

  test('every route uses the schemas of the contract', () => {
    const own = documented().flatMap((route) => {
      const { params, querystring, body, response = {} } = route.schema ?? {};
      const given = [params, querystring, body, ...Object.values(response as object)];
      return given.some((schema) => schema !== undefined && !known.has(schema)) ? [getName(route)] : [];
    });
    expect(own).toEqual([]);
    expect(documented().length).toBeGreaterThan(65);
  });

  test('every route says what it answers, and every path what stands in it', () => {
    const silent = documented().flatMap((route) => {
      const answers = Object.keys((route.schema?.response as object | undefined) ?? {});
      const isKnown = answers.length > 0 || findContract(route)?.content !== undefined;
      const isComplete = !route.url.includes(':') || route.schema?.params !== undefined;
      return isKnown && isComplete ? [] : [getName(route)];
    });
    expect(silent).toEqual([]);
  });

  test('each mutation with a body describes the body', () => {
    const withoutBody = documented().filter(
      ({ method, schema }) => (method === 'POST' || method === 'PUT') && schema?.body === undefined,
    );
    // For these routes the path is the complete request.
    expect(withoutBody.map(getName).toSorted()).toEqual([
      'POST /v1/admin/agents/:agent_id/admission',
      'POST /v1/admin/topics/:topic_id/summary',
      'POST /v1/agents/:agent_id/admission',
      'POST /v1/circles/:circle_id/leave',
      'PUT /v1/tasks/:task_id/follow',
      'PUT /v1/topics/:topic_id/follow',
    ]);
  });

  test('only the stores’ event routes are not in the document', () => {
    const hidden = routes.filter(({ schema }) => schema?.hide === true).map(getName);
    expect(hidden.toSorted()).toEqual(['POST /v1/events/oss/:token', 'POST /v1/events/s3']);
  });
});
