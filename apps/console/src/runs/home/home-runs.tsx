import { Redirect, Route, Switch } from 'wouter';
import { runPaths, runTabs, toSeq } from '../parts/run-paths.ts';
import { RunsSourceContext } from '../parts/runs-source.ts';
import { RunPage } from '../run-page.tsx';
import { RunsPage } from '../runs-page.tsx';
import { RunsUse } from '../use/runs-use.tsx';
import { SavedViewsBar } from '../views/saved-views-bar.tsx';
import { homeSource } from './home-source.ts';
import { MirroredRun } from './mirrored-run.tsx';

/** Charts and saved views, which only a home has. */
function AboveRuns({ agentId }: { agentId: string }) {
  return (
    <>
      <RunsUse agentId={agentId} />
      <SavedViewsBar />
    </>
  );
}

/** Pages of the runs that agents mirror into the home. */
export default function HomeRuns() {
  return (
    <RunsSourceContext value={homeSource}>
      <Switch>
        <Route path={runPaths.list}>
          <RunsPage Above={AboveRuns} />
        </Route>
        <Route path={runPaths.record(':id', ':seq')}>
          {({ id, seq }) => (
            <RunPage key={id} runId={id} tab="records" record={toSeq(seq)} More={MirroredRun} />
          )}
        </Route>
        <Route path={runPaths.tab(':id', ':tab')}>
          {({ id, tab }) => (
            <RunPage
              key={id}
              runId={id}
              tab={runTabs.find((one) => one === tab) ?? 'conversation'}
              More={MirroredRun}
            />
          )}
        </Route>
        <Route path={runPaths.run(':id')}>
          {({ id }) => <RunPage key={id} runId={id} tab="conversation" More={MirroredRun} />}
        </Route>
        <Route>
          <Redirect to={runPaths.list} replace />
        </Route>
      </Switch>
    </RunsSourceContext>
  );
}
