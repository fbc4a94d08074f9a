import type { RunPage } from '@agent-home/agent-runtime/run-log';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallsGraph } from './calls-graph.tsx';
import { WorkflowGraph } from './workflow-graph.tsx';

/** Graph of a run: of its workflow, if it follows one, and of its requests and calls. */
export default function RunGraphView({ run: { run_id, graph } }: { run: RunPage }) {
  const { t } = useTranslation('runs');
  const [shown, setShown] = useState<'workflow' | 'calls'>(graph === undefined ? 'calls' : 'workflow');
  return (
    <section className="stack" aria-label={t('tab.graph')}>
      {graph === undefined ? null : (
        <div className="row">
          {(['workflow', 'calls'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="button"
              aria-pressed={shown === one}
              onClick={() => setShown(one)}
            >
              {t(`flow.${one}`)}
            </button>
          ))}
        </div>
      )}
      {graph !== undefined && shown === 'workflow' ? (
        <WorkflowGraph runId={run_id} graph={graph} />
      ) : (
        <CallsGraph runId={run_id} />
      )}
    </section>
  );
}
