import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Term } from '../../glossary/term.tsx';
import type { EntryView } from '../../proof/types.ts';
import { wordKey } from '../words/word-key.ts';

/**
 * Shows why an entry was not plainly accepted: the reason in the reader's language, followed by the mode's sentence or the fault of
 * an invalid input.
 */
export function Verdict({
  entry: { outcome, reason, explanation, refusal },
}: {
  entry: Pick<EntryView, 'outcome' | 'reason' | 'explanation' | 'refusal'>;
}) {
  const { t, i18n } = useTranslation('topic');
  // A mode writes its sentence in English, so other languages show only the reason.
  const isReadable = i18n.language.startsWith('en');
  if (outcome === 'accepted') return null;
  return (
    <span className="row small">
      <span className={outcome === 'ruled_out' ? 'badge badge-warn' : 'badge badge-bad'}>
        {outcome === 'ruled_out' ? (
          <Term name="ruled_out">{t('outcome.ruled_out')}</Term>
        ) : (
          t(`outcome.${outcome}`)
        )}
      </span>
      <span>{t(wordKey('reason', reason))}</span>
      {explanation === undefined || !isReadable ? null : (
        <span className="soft">
          <UntrustedText text={explanation} inline />
        </span>
      )}
      {refusal === undefined ? null : (
        <span className="soft refusal">
          {refusal.field === undefined ? null : <code>{refusal.field}</code>}{' '}
          <UntrustedText text={refusal.detail} inline />
        </span>
      )}
    </span>
  );
}
