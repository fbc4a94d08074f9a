import { useTranslation } from 'react-i18next';
import { Term } from '../../glossary/term.tsx';
import type { TermName } from '../../glossary/terms.ts';
import { type CheckName, type CheckState, checkNames, type EntryProof } from '../../proof/types.ts';
import { wordKey } from '../words/word-key.ts';

const marks: Record<CheckState, { mark: string; className: string }> = {
  waiting: { mark: '…', className: 'soft' },
  holds: { mark: '✓', className: 'check-good' },
  fails: { mark: '✗', className: 'check-bad' },
  not_possible: { mark: '◐', className: 'check-warn' },
  not_needed: { mark: '–', className: 'soft' },
};

/** Glossary term that each check is about. */
const terms: Record<CheckName, TermName> = {
  form: 'entry',
  certificate: 'certified',
  chain: 'hash_chain',
  replay: 'replay',
  author: 'author_signature',
};

/** Lists each check with its outcome and the place of a failure. */
export function CheckList({ proof }: { proof: EntryProof | undefined }) {
  const { t } = useTranslation('topic');
  if (!proof) return <p className="soft">{t('proof.checking')}</p>;
  return (
    <ul className="stack-tight checks">
      {checkNames.map((name) => {
        const { state, code, detail, at } = proof.checks[name];
        const { mark, className } = marks[state];
        return (
          <li key={name} className={`check ${className}`} data-check={name} data-state={state}>
            <span aria-hidden="true" className="check-mark">
              {mark}
            </span>
            <span>
              <strong>
                <Term name={terms[name]}>{t(`check.${name}`)}</Term>
              </strong>
              : {t(`check_state.${state}`)}
              {code === undefined ? null : <> – {t(wordKey('code', code), { code, at })}</>}
              {detail === undefined ? null : <span className="small soft check-detail">{detail}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
