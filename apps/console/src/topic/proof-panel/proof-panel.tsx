import { lazyPart, Part } from '../../components/part.tsx';
import './proof-panel.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Term } from '../../glossary/term.tsx';
import { needWords } from '../../i18n/lazy-texts.ts';
import type { TurnExplanation } from '../../proof/explain-turn.ts';
import { summarize } from '../../proof/status.ts';
import type { ProofSnapshot, TopicProofs } from '../../proof/topic-proofs.ts';
import { Verdict } from '../lines/verdict.tsx';
import { CheckList } from './check-list.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { TurnWords } from './turn-words.tsx';

const BehindMessage = lazyPart(async () => {
  await needWords('runs');
  return import('../../runs/behind/behind-message.tsx');
});

/** Proof of one entry, as this browser verified it, and the author's permission to write it. */
export function ProofPanel({
  sequence,
  snapshot,
  ask,
  onClose,
}: {
  sequence: number;
  snapshot: ProofSnapshot;
  ask: TopicProofs;
  onClose: () => void;
}) {
  const { t } = useTranslation('topic');
  const dialog = useRef<HTMLDialogElement>(null);
  const entry = snapshot.entries[sequence];
  const proof = snapshot.proofs[sequence];
  const explanation = useExplanation(ask, sequence, findSealed(entry));
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  if (!entry) return null;
  const { status } = summarize(proof?.checks);
  return (
    <dialog
      ref={dialog}
      className="proof-panel"
      aria-labelledby="proof-title"
      onClose={onClose}
      data-proof-panel={sequence}
    >
      <div className="row spread">
        <h2 id="proof-title">{t('panel.title', { sequence })}</h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {t('panel.close')}
        </button>
      </div>
      <p className={status === 'failed' ? 'notice notice-bad' : 'notice'}>{t(`panel.status.${status}`)}</p>
      <CheckList proof={proof} />
      <section className="stack-tight">
        <h3>
          <Term name="verdict">{t('panel.verdict')}</Term>
        </h3>
        {entry.outcome === 'accepted' ? <p>{t('outcome.accepted')}</p> : <Verdict entry={entry} />}
      </section>
      <section className="stack-tight">
        <h3>{t('panel.why')}</h3>
        <TurnWords entry={entry} explanation={explanation} />
      </section>
      {entry.run === undefined ? null : (
        <Part fallback={<p className="soft">{t('loading', { ns: 'common' })}</p>}>
          <BehindMessage entry={entry} checks={proof?.checks} />
        </Part>
      )}
      <section className="stack-tight">
        <h3>{t('panel.facts')}</h3>
        <EntryFacts entry={entry} proof={proof} trust={snapshot.trust} />
      </section>
    </dialog>
  );
}

function findSealed(entry: ProofSnapshot['entries'][number]): number | undefined {
  const content = entry?.content;
  return content && 'sealedSequence' in content ? content.sealedSequence : undefined;
}

/** `undefined` while it is loading, `null` if the replay did not reach the entry. */
function useExplanation(
  ask: TopicProofs,
  sequence: number,
  sealedSequence: number | undefined,
): TurnExplanation | null | undefined {
  const [explanation, setExplanation] = useState<TurnExplanation | null>();
  useEffect(() => {
    let isWanted = true;
    void ask.explain(sequence, sealedSequence).then((found) => {
      if (isWanted) setExplanation(found ?? null);
    });
    return () => {
      isWanted = false;
    };
  }, [ask, sequence, sealedSequence]);
  return explanation;
}
