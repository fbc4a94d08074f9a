import './local-app.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Redirect, Route, Router, Switch } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { LanguageChoice } from '../../layout/language-choice.tsx';
import { ThemeChoice } from '../../layout/theme-choice.tsx';
import { useNavigation } from '../../layout/use-navigation.ts';
import { runPaths, runTabs, toSeq } from '../parts/run-paths.ts';
import { RunsSourceContext } from '../parts/runs-source.ts';
import { RunPage } from '../run-page.tsx';
import { RunsPage } from '../runs-page.tsx';
import { followRuns } from './follow-runs.ts';
import { localSource } from './local-source.ts';

/** Page of the runs of this machine. Its places lie behind `#`, since its address is below a secret folder. */
export function LocalApp() {
  return (
    <RunsSourceContext value={localSource}>
      <Router hook={useHashLocation}>
        <Frame />
      </Router>
    </RunsSourceContext>
  );
}

function Frame() {
  const { t } = useTranslation('runs');
  const client = useQueryClient();
  const main = useRef<HTMLElement>(null);
  const [connected, setConnected] = useState<boolean>();
  useEffect(() => followRuns(client, setConnected), [client]);
  useNavigation(main);
  return (
    <div className="local">
      <header className="local-bar">
        {/* No link: the place behind # is the page's route. */}
        <button type="button" className="button local-skip" onClick={() => main.current?.focus()}>
          {t('skip', { ns: 'common' })}
        </button>
        <Link href={runPaths.list} className="local-name">
          {t('local_title')}
        </Link>
        <div className="row">
          {connected === undefined ? null : (
            <span role="status" className={connected ? 'badge badge-live' : 'badge badge-warn'}>
              {t(connected ? 'live.on' : 'live.off', { ns: 'common' })}
            </span>
          )}
          <Looks />
        </div>
      </header>
      <main ref={main} className="local-main" tabIndex={-1}>
        <Switch>
          <Route path={runPaths.list}>
            <RunsPage />
          </Route>
          <Route path={runPaths.record(':id', ':seq')}>
            {({ id, seq }) => <RunPage key={id} runId={id} tab="records" record={toSeq(seq)} />}
          </Route>
          <Route path={runPaths.tab(':id', ':tab')}>
            {({ id, tab }) => (
              <RunPage key={id} runId={id} tab={runTabs.find((one) => one === tab) ?? 'conversation'} />
            )}
          </Route>
          <Route path={runPaths.run(':id')}>
            {({ id }) => <RunPage key={id} runId={id} tab="conversation" />}
          </Route>
          <Route>
            <Redirect to={runPaths.list} replace />
          </Route>
        </Switch>
      </main>
    </div>
  );
}

function Looks() {
  const { t } = useTranslation('common');
  const [theme, language] = [useId(), useId()];
  return (
    <>
      <label className="visually-hidden" htmlFor={theme}>
        {t('theme.label')}
      </label>
      <span className="field">
        <ThemeChoice id={theme} />
      </span>
      <label className="visually-hidden" htmlFor={language}>
        {t('language')}
      </label>
      <span className="field">
        <LanguageChoice id={language} />
      </span>
    </>
  );
}
