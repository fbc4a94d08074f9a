import './styles/shared.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { setUpLanguage } from './i18n/set-up.ts';
import { applyTheme } from './layout/theme.ts';
import { Problem } from './read/problem.ts';
import { livingRoomQuery, viewerQuery } from './read/queries.ts';

applyTheme();

/** Content became unavailable: the session may have ended. */
const askWhoLooks = (error: Error) => {
  if (error instanceof Problem && [401, 403, 404].includes(error.status))
    void client.invalidateQueries({ queryKey: viewerQuery.queryKey });
};

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askWhoLooks }),
  mutationCache: new MutationCache({ onError: askWhoLooks }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Client errors are final; failed responses and lost connections are retried.
      retry: (count, error) => !(error instanceof Problem && error.status < 500) && count < 2,
    },
  },
});

const place = document.getElementById('page');
if (!place) throw new Error('index.html has no element for the web UI');

// Requested while the texts are loading: the longest waits of a first visit.
void client.prefetchQuery(viewerQuery);
if (location.pathname === '/') void client.prefetchQuery(livingRoomQuery);
await setUpLanguage();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
