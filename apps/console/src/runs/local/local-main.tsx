import '../../styles/shared.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { needWords } from '../../i18n/lazy-texts.ts';
import { setUpLanguage } from '../../i18n/set-up.ts';
import { applyTheme } from '../../layout/theme.ts';
import { Problem } from '../../read/problem.ts';
import { LocalApp } from './local-app.tsx';

applyTheme();

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Client errors are final; failed responses and lost connections are retried.
      retry: (count, error) => !(error instanceof Problem && error.status < 500) && count < 2,
    },
  },
});

const place = document.getElementById('page');
if (!place) throw new Error('runs.html has no element for the runs page');
await setUpLanguage();
await needWords('runs');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <LocalApp />
    </QueryClientProvider>
  </StrictMode>,
);
