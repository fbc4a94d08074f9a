import type { RunPage } from '@agent-home/agent-runtime/run-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MoreButton } from '../components/more-button.tsx';
import { RunsResult } from './parts/runs-result.tsx';
import { stepsQuery, useRunsSource } from './parts/runs-source.ts';
import { Step } from './steps/step.tsx';

/** Steps of a run in their order. */
export function RunConversation({ run }: { run: RunPage }) {
  const { t } = useTranslation('runs');
  const steps = useInfiniteQuery(stepsQuery(useRunsSource(), run.run_id));
  return (
    <section className="stack" aria-label={t('tab.conversation')}>
      <RunsResult of={steps}>
        {({ pages }) => {
          const shown = pages.flatMap(({ items }) => items);
          if (shown.length === 0) return <p className="soft">{t('no_steps')}</p>;
          return (
            <>
              <ol className="stack">
                {shown.map((step) => (
                  <Step key={`${step.seq} ${step.kind}`} step={step} run={run} />
                ))}
              </ol>
              <MoreButton of={steps} />
            </>
          );
        }}
      </RunsResult>
    </section>
  );
}
