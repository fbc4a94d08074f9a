import './specs-routes.css';
import type { RegisteredKind } from '@agent-home/http-contract';
import { Route, Switch } from 'wouter';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { SpecPage } from './spec-page.tsx';
import { specPaths } from './spec-paths.ts';
import { SpecsPage } from './specs-page.tsx';

const kinds: Record<RegisteredKind, true> = { agents: true, tools: true, policies: true };
const isKind = (kind: string): kind is RegisteredKind => Object.hasOwn(kinds, kind);

/** Pages of the spec registry, for owners and the office. */
export default function SpecsRoutes() {
  return (
    <Switch>
      <Route path={specPaths.list}>
        <SpecsPage />
      </Route>
      <Route path={specPaths.version(':kind', ':name', ':version')}>
        {({ kind, name, version }) =>
          isKind(kind) ? <SpecPage kind={kind} name={name} version={version} /> : <NotFoundPage />
        }
      </Route>
      <Route path={specPaths.spec(':kind', ':name')}>
        {({ kind, name }) => (isKind(kind) ? <SpecPage kind={kind} name={name} /> : <NotFoundPage />)}
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
