import './behind-message.css';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EntryProof, EntryView } from '../../proof/types.ts';
import { viewerQuery } from '../../read/queries.ts';
import { mayReadRuns } from '../../read/rights.ts';
import { Code } from '../parts/code.tsx';
import { runKey } from '../parts/run-key.ts';
import { runPaths } from '../parts/run-paths.ts';
import { RunsSourceContext } from '../parts/runs-source.ts';
import { RunConversation } from '../run-conversation.tsx';
import type { BehindResult } from './behind-messages.ts';
import type { WithheldRecord } from './committed-log.ts';
import { Judged, Refusal } from './judged.tsx';
import { type CommittedMessage, proveCommitment } from './message-commitment.ts';
import { useBehindCheck } from './use-behind-check.ts';

/** Most records in the list of withheld values; the run's records name all of them. */
const mostListed = 200;

/** Run that a message commits to: the commitment, the home's copy, and a disclosed file. */
export default function BehindMessage({
  entry,
  checks,
}: {
  entry: EntryView;
  checks: EntryProof['checks'] | undefined;
}) {
  const { t } = useTranslation('runs');
  const viewer = useQuery(viewerQuery).data;
  const proof = proveCommitment(entry, checks);
  if (!proof || !entry.run) return null;
  return (
    <section className="stack-tight" data-behind={proof.state}>
      <h3>{t('behind.title')}</h3>
      <p>
        {t('behind.commitment')} <Code text={entry.run.runId} /> {t('behind.record', { seq: entry.run.seq })}
      </p>
      {proof.state === 'checking' ? <p className="soft">{t('behind.checking')}</p> : null}
      {proof.state === 'unproven' ? (
        <p className="notice notice-bad">
          {t(`behind.unproven.${proof.code}`)} <code>{proof.code}</code>
        </p>
      ) : null}
      {proof.state === 'signed' ? (
        <>
          <p className="small soft">{t('behind.who')}</p>
          {mayReadRuns(viewer) ? <HomeCopy {...proof.message} /> : null}
          <DisclosedFile {...proof.message} />
        </>
      ) : null}
    </section>
  );
}

/** Verifies the home's copy. The effect depends on the values, because a new proof has an equal message in a new object. */
function HomeCopy({ agentId, runId, seq, head }: CommittedMessage) {
  const { t } = useTranslation('runs');
  const { result } = useBehindCheck({ agentId, runId, seq, head }, undefined, true);
  if (result?.state === 'not_shown' && result.code === 'not_found')
    return <p className="small soft">{t('behind.copy_hidden')}</p>;
  const isThere = result !== undefined && result.state !== 'not_shown';
  return (
    <div className="stack-tight" data-copy={result?.state ?? 'verifying'}>
      <h4>{t('behind.copy')}</h4>
      {isThere ? (
        <p>
          <Link href={runPaths.record(runKey(agentId, runId), seq)}>{t('behind.open', { seq })}</Link>
        </p>
      ) : null}
      <Result result={result} />
    </div>
  );
}

/** Verifies a file of `runs export`, and shows its conversation. */
function DisclosedFile(message: CommittedMessage) {
  const { t } = useTranslation('runs');
  const [file, setFile] = useState<File>();
  const { result, check } = useBehindCheck(message, file, file !== undefined);
  const [input, hint] = [useId(), useId()];
  const [client] = useState(() => new QueryClient());
  const run = result?.state === 'matches' ? result.run : undefined;
  return (
    <div className="stack-tight" data-file={file === undefined ? 'none' : (result?.state ?? 'verifying')}>
      <h4>{t('behind.file')}</h4>
      <label htmlFor={input}>{t('behind.file_label')}</label>
      <input
        id={input}
        className="behind-file"
        type="file"
        accept=".json,application/json"
        aria-describedby={hint}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      <p id={hint} className="small soft">
        {t('behind.file_hint')}
      </p>
      {file === undefined ? null : <Result result={result} />}
      {run && check ? (
        // Its own cache, because the home's copy has the same run id.
        <QueryClientProvider client={client}>
          <RunsSourceContext value={check.source(run)}>
            <h4>{t('behind.conversation')}</h4>
            <RunConversation run={run} />
          </RunsSourceContext>
        </QueryClientProvider>
      ) : null}
    </div>
  );
}

/** Names the values that the copy lacks, record by record. */
function Withheld({ of }: { of: readonly WithheldRecord[] }) {
  const { t } = useTranslation('runs');
  if (of.length === 0) return null;
  return (
    <details className="small" data-withheld-records="">
      <summary>{t('behind.withheld', { count: of.length })}</summary>
      <ul className="behind-withheld">
        {of.slice(0, mostListed).map(({ seq, members }) => (
          <li key={seq} data-withheld-record={seq}>
            {t('behind.withheld_record', { seq, members: members.join(', ') })}
          </li>
        ))}
      </ul>
      {of.length > mostListed ? (
        <p className="soft">{t('behind.withheld_more', { count: of.length - mostListed })}</p>
      ) : null}
    </details>
  );
}

function Result({ result }: { result: BehindResult | undefined }) {
  const { t } = useTranslation('runs');
  if (!result)
    return (
      <p role="status" className="soft">
        {t('behind.verifying')}
      </p>
    );
  switch (result.state) {
    case 'matches':
      return (
        <>
          <div role="status" className="notice">
            <span className="badge badge-good">{t('behind.matches')}</span> {t('behind.matches_detail')}
            {result.later === 0 ? null : (
              <span className="small"> {t('behind.later', { count: result.later })}</span>
            )}
          </div>
          <Withheld of={result.withheld} />
          <Judged {...result.judged} />
        </>
      );
    case 'differs':
      return <Refusal {...result.refusal} />;
    case 'not_shown':
      return (
        <p role="alert" className="notice notice-bad">
          {result.code === 'no_worker' ? (
            t('behind.worker_failed')
          ) : (
            <>
              {t('behind.copy_failed')} <Code text={result.code} />
            </>
          )}
        </p>
      );
  }
}
