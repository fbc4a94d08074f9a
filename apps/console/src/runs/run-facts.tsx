import './run-facts.css';
import type { RunPage } from '@agent-home/agent-runtime/run-log';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Code } from './parts/code.tsx';
import { runPaths } from './parts/run-paths.ts';
import { useAmounts } from './parts/use-amounts.ts';

/** Facts of a run. */
export function RunFacts({ run: { run_id, overview, head, torn_bytes } }: { run: RunPage }) {
  const { t } = useTranslation('runs');
  const { number, duration, cost } = useAmounts();
  const fact = (name: string, value: ReactNode) => (
    <div className="fact-pair">
      <dt>{t(`fact.${name}`)}</dt>
      <dd>{value}</dd>
    </div>
  );
  const { usage, parent, model } = overview ?? {};
  return (
    <dl className="facts run-facts">
      {/* The key of a mirrored run has its agent before the id. */}
      {fact('run', <Code text={run_id.slice(run_id.indexOf('~') + 1)} />)}
      {overview === undefined ? null : fact('session', <Code text={overview.session_id} />)}
      {parent === undefined
        ? null
        : fact(
            'parent',
            <Link href={runPaths.run(parent.run_id)}>
              <UntrustedText text={parent.agent} inline />
            </Link>,
          )}
      {model === undefined
        ? null
        : fact('model', <UntrustedText text={`${model.provider}/${model.name}`} inline />)}
      {overview === undefined ? null : fact('started', <RelativeTime at={overview.started_at} />)}
      {overview === undefined ? null : fact('duration', duration(overview.duration_ms))}
      {usage === undefined
        ? null
        : fact(
            'usage',
            <>
              {t('usage', {
                input: number(usage.input_tokens),
                output: number(usage.output_tokens),
                calls: number(usage.tool_calls),
              })}
              {usage.estimated === true ? ` ${t('estimated')}` : null}
              {usage.cost === undefined ? null : ` · ${t('cost', { cost: cost(usage.cost) })}`}
            </>,
          )}
      {head === undefined
        ? null
        : fact(
            'records',
            <>
              {t('records_head', { number: number(head.seq) })} <code>{head.hash.slice(0, 16)}</code>
            </>,
          )}
      {torn_bytes === 0 ? null : fact('torn', t('torn', { count: torn_bytes }))}
    </dl>
  );
}
