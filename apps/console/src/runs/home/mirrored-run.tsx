import { pathTo, runEndpoints } from '@agent-home/http-contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { lazyPart, Part } from '../../components/part.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { pagePaths } from '../../places/page-paths.ts';
import { change } from '../../read/api.ts';
import { viewerQuery } from '../../read/queries.ts';
import { mayDo } from '../../read/rights.ts';
import { inputOf, parseRunKey } from '../parts/run-key.ts';
import type { ShownRun } from '../parts/runs-source.ts';
import { followRun } from './follow-run.ts';
import { homeLogs } from './home-logs.ts';

const JudgedCopy = lazyPart(() => import('../behind/judged-copy.tsx'));

/** Facts that only the copy in a home has: its agent, an erasure, a conflict; and the erasure itself. */
export function MirroredRun({ run }: { run: ShownRun }) {
  const { run_id: runId, mirrored } = run;
  const { t } = useTranslation('runs');
  const client = useQueryClient();
  useEffect(() => followRun(client, runId), [client, runId]);
  if (mirrored === undefined) return null;
  const { agentId, erasedAt, conflictAt, withheld } = mirrored;
  return (
    <div className="stack-tight">
      <p className="row">
        <Link href={pagePaths.agent(agentId)}>{t('home.agent', { agent: agentId })}</Link>
        {erasedAt === undefined ? <EraseRun runId={runId} /> : null}
      </p>
      {withheld === 0 ? null : <p className="small soft">{t('home.withheld', { count: withheld })}</p>}
      <Judgement run={run} />
      {conflictAt === undefined ? null : (
        <div role="alert" className="notice notice-bad">
          {t('home.conflict', { seq: conflictAt })}
        </div>
      )}
      {erasedAt === undefined ? null : (
        <p className="notice">
          {t('home.erased')} <RelativeTime at={erasedAt} />
        </p>
      )}
    </div>
  );
}

/** Result of judging the decisions again, once the reader opens it. A delegated run names no agent, so no commitment fits it. */
function Judgement({ run: { run_id, head, fault, overview, mirrored, verifying } }: { run: ShownRun }) {
  const { t } = useTranslation('runs');
  const [isOpen, setOpen] = useState(false);
  if (!head || fault || !mirrored || verifying || overview?.parent) return null;
  const { agentId } = mirrored;
  const end = { agentId, runId: parseRunKey(run_id).runId, seq: head.seq - 1, head: head.hash };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('home.judge')}</summary>
      {isOpen ? (
        <Part>
          <JudgedCopy of={end} />
        </Part>
      ) : null}
    </details>
  );
}

/** Button that erases the texts of a run, after a second press. */
function EraseRun({ runId }: { runId: string }) {
  const { t } = useTranslation('runs');
  const client = useQueryClient();
  const viewer = useQuery(viewerQuery).data;
  const [step, setStep] = useState<'offered' | 'asked' | 'under_way' | 'failed'>('offered');
  if (!mayDo(viewer, 'own') && !mayDo(viewer, 'agents')) return null;
  const erase = async () => {
    setStep('under_way');
    try {
      await change({ method: 'DELETE', path: pathTo(runEndpoints.erase, inputOf(runId)) });
      homeLogs.forget(runId);
      await client.invalidateQueries({ queryKey: ['run', runId] });
      await client.invalidateQueries({ queryKey: ['runs'] });
    } catch {
      setStep('failed');
    }
  };
  if (step === 'offered')
    return (
      <button type="button" className="button" onClick={() => setStep('asked')}>
        {t('home.erase')}
      </button>
    );
  return (
    <>
      <span role="status" className="small">
        {t(step === 'failed' ? 'home.erase_failed' : 'home.erase_asked')}
      </span>
      <button
        type="button"
        className="button button-danger"
        disabled={step === 'under_way'}
        onClick={() => void erase()}
      >
        {t('home.erase_now')}
      </button>
      <button type="button" className="button" onClick={() => setStep('offered')}>
        {t('home.keep')}
      </button>
    </>
  );
}
