import type { RunPage } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { LongList } from './parts/long-list.tsx';
import { stepsQuery, useRunsSource } from './parts/runs-source.ts';
import { Step } from './steps/step.tsx';

/** Steps of a run in their order. */
export function RunConversation({ run }: { run: RunPage }) {
  const { t } = useTranslation('runs');
  const source = useRunsSource();
  return (
    <section className="stack" aria-label={t('tab.conversation')}>
      <LongList
        query={(page) => stepsQuery(source, run.run_id, page)}
        estimate={130}
        className="stack"
        draw={(step) => <Step key={`${step.seq} ${step.kind}`} step={step} run={run} />}
        empty={<p className="soft">{t('no_steps')}</p>}
      />
    </section>
  );
}
