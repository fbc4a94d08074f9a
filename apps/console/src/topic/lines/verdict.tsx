import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../parts/untrusted-text.tsx';
import type { EntryView } from '../../proof/types.ts';
import { wordKey } from '../word-key.ts';

/** Why an entry was not plainly accepted: the mode's sentence behind the reason in the reader's language. */
export function Verdict({
  entry: { outcome, reason, explanation },
}: {
  entry: Pick<EntryView, 'outcome' | 'reason' | 'explanation'>;
}) {
  const { t } = useTranslation('topic');
  if (outcome === 'accepted') return null;
  return (
    <span className="row small">
      <span className={outcome === 'ruled_out' ? 'badge badge-warn' : 'badge badge-bad'}>
        {t(`outcome.${outcome}`)}
      </span>
      <span>{t(wordKey('reason', reason))}</span>
      {explanation === undefined ? null : (
        <span className="soft">
          <UntrustedText text={explanation} inline />
        </span>
      )}
    </span>
  );
}
