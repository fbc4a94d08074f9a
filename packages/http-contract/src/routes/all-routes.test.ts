import { expect, test } from 'vitest';
import * as endpoints from '../endpoints/endpoints.ts';
import { allRoutes } from './all-routes.ts';
import type { Route } from './define-route.ts';

const getName = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

test('each endpoint has one route', () => {
  const named = Object.values(endpoints).flatMap((group) => Object.values(group).map(getName));
  expect(new Set(named).size).toBe(named.length);
  expect(allRoutes.map(getName).toSorted()).toEqual(named.toSorted());
});

test('a route names its content unless it is hidden or redirects', () => {
  const silent = allRoutes.filter(
    ({ responses, content, isHidden }: Route) => !responses && !content && !isHidden,
  );
  expect(silent.map(getName)).toEqual([]);
});

test('parameters of a path and of its query have different names', () => {
  const doubled = allRoutes.filter(({ params, query }: Route) =>
    Object.keys(params?.shape ?? {}).some((name) => name in (query?.shape ?? {})),
  );
  expect(doubled.map(getName)).toEqual([]);
});

test('routes of the office need a permission and public ones a viewer', () => {
  const wrong = allRoutes.filter(({ path, access }: Route) => {
    if (path.startsWith('/v1/admin/')) return typeof access === 'string';
    return path.startsWith('/v1/public/') && access !== 'viewer';
  });
  expect(wrong.map(getName)).toEqual([]);
});
