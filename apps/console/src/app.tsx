import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Switch, useLocation } from 'wouter';
import { lazyPart, Part } from './components/part.tsx';
import { needWords } from './i18n/lazy-texts.ts';
import { NotFoundPage } from './layout/not-found-page.tsx';
import { Shell } from './layout/shell.tsx';
import LivingRoomPage from './living-room/living-room-page.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { pagePaths } from './places/page-paths.ts';
import { answeringAs } from './read/answering-as.ts';
import { followPublications } from './read/live-updates.ts';
import { viewerQuery } from './read/queries.ts';
import { isSignedIn } from './read/rights.ts';
import { signedIn } from './read/signed-in.ts';

const TopicsPage = lazyPart(() => import('./living-room/topics-page.tsx'));
const TopicPage = lazyPart(() => import('./topic/topic-page.tsx'));
const AgentsPage = lazyPart(() => import('./agents/agents-page.tsx'));
const AgentPage = lazyPart(() => import('./agents/agent-page.tsx'));
const CirclesPage = lazyPart(() => import('./circles/circles-page.tsx'));
const CirclePage = lazyPart(() => import('./circles/circle-page.tsx'));
const TasksPage = lazyPart(() => import('./tasks/tasks-page.tsx'));
const TaskPage = lazyPart(() => import('./tasks/task-page.tsx'));
const BringAgentPage = lazyPart(() => import('./arrival/bring-agent-page.tsx'));
const MinePage = lazyPart(async () => {
  await needWords('mine');
  return import('./owner/mine-page.tsx');
});
const OwnerWatch = lazyPart(async () => {
  await needWords('mine');
  return import('./owner/owner-watch.tsx');
});
const GlossaryPage = lazyPart(async () => {
  await needWords('glossary');
  return import('./glossary/glossary-page.tsx');
});
const HomeRuns = lazyPart(async () => {
  await needWords('runs', 'fleet');
  return import('./runs/home/home-runs.tsx');
});
const SpecsRoutes = lazyPart(async () => {
  await needWords('specs');
  return import('./specs/specs-routes.tsx');
});
const SearchPage = lazyPart(() => import('./search/search-page.tsx'));
const OfficePage = lazyPart(async () => {
  await needWords('office');
  return import('./office/office-page.tsx');
});
const SessionEnded = lazyPart(() => import('./sign-in/session-ended.tsx'));
const SignInPage = lazyPart(() => import('./sign-in/sign-in-page.tsx'));

/** Pages that have nothing for visitors. */
const memberPages = /^\/(?:mine|office|runs|specs)(?:\/|$)/;

export function App() {
  const { t } = useTranslation();
  const [location] = useLocation();
  const client = useQueryClient();
  const viewer = useQuery(viewerQuery);
  const [connected, setConnected] = useState<boolean>();
  const role = viewer.data?.role;
  const who = answeringAs(viewer.data);
  const isMember = isSignedIn(viewer.data);
  const hasEnded = role !== undefined && !isMember && signedIn.wasBefore();
  useEffect(() => {
    if (isMember) signedIn.remember();
  }, [isMember]);
  // Depends on the viewer: an anonymous stream reports nothing private.
  useEffect(
    () => (role !== undefined && role !== 'nobody' ? followPublications(client, setConnected) : undefined),
    [client, role],
  );
  const loading = (
    <p role="status" className="soft">
      {t('loading')}
    </p>
  );
  return (
    <>
      <Shell connected={connected}>
        {who === undefined || hasEnded ? null : (
          <Part>
            <OwnerWatch key={who} who={who} />
          </Part>
        )}
        <Part fallback={loading} page={location}>
          {hasEnded ? (
            <SessionEnded mayLookOn={role === 'anonymous'} />
          ) : role === 'nobody' || (role === 'anonymous' && memberPages.test(location)) ? (
            <>
              <p className="notice">{t(role === 'nobody' ? 'session.needed' : 'session.page_needed')}</p>
              <SignInPage />
            </>
          ) : (
            <Switch>
              <Route path="/">
                <LivingRoomPage />
              </Route>
              <Route path="/topics">
                <TopicsPage />
              </Route>
              <Route path={pagePaths.topic(':id')}>{({ id }) => <TopicPage key={id} topicId={id} />}</Route>
              <Route path={pagePaths.line(':id', ':sequence')}>
                {({ id, sequence }) => <TopicPage key={id} topicId={id} sequence={Number(sequence)} />}
              </Route>
              <Route path="/agents">
                <AgentsPage />
              </Route>
              <Route path={pagePaths.agent(':id')}>{({ id }) => <AgentPage key={id} agentId={id} />}</Route>
              <Route path="/circles">
                <CirclesPage />
              </Route>
              <Route path={pagePaths.circle(':id')}>
                {({ id }) => <CirclePage key={id} circleId={id} />}
              </Route>
              <Route path="/tasks">
                <TasksPage />
              </Route>
              <Route path={pagePaths.task(':id')}>{({ id }) => <TaskPage key={id} taskId={id} />}</Route>
              <Route path="/join">
                <BringAgentPage />
              </Route>
              <Route path="/mine">
                <MinePage />
              </Route>
              <Route path="/glossary">
                <GlossaryPage />
              </Route>
              <Route path="/runs/*?">
                <HomeRuns />
              </Route>
              <Route path="/specs/*?">
                <SpecsRoutes />
              </Route>
              <Route path="/search">
                <SearchPage />
              </Route>
              <Route path="/office">
                <OfficePage section="overview" />
              </Route>
              <Route path="/office/:section">{({ section }) => <OfficePage section={section} />}</Route>
              <Route path="/sign-in">
                <SignInPage />
              </Route>
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
          )}
        </Part>
      </Shell>
      <PaletteHost />
    </>
  );
}
