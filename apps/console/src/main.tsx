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

/** What was there for somebody and is not any more: perhaps they are nobody by now. */
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
      // What was refused stays refused; what did not arrive may arrive.
      retry: (count, error) => !(error instanceof Problem && error.status < 500) && count < 2,
    },
  },
});

const place = document.getElementById('page');
if (!place) throw new Error('index.html has no place for the page');

// Asked for while the words are on their way: what a first look waits for longest.
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
