import { useTranslation } from 'react-i18next';
import type { Certified } from '../../proof/worker-messages.ts';
import { wordKey } from '../words/word-key.ts';

/** Verification status of a certified object in addition to the ledger. */
export function ObjectBadge({ of, what }: { of: Certified<unknown> | undefined; what: string }) {
  const { t } = useTranslation('topic');
  if (!of) return null;
  if ('alarm' in of)
    return (
      <span className="badge badge-bad" data-proof="failed">
        <span aria-hidden="true">✗</span> {what}: {t(wordKey('code', of.alarm.code), { code: of.alarm.code })}
      </span>
    );
  return (
    <span
      className="badge badge-good"
      data-proof="verified"
      title={t('object.title', { version: of.version, key: of.keyId })}
    >
      <span aria-hidden="true">✓</span> {t('object.verified', { what })}
    </span>
  );
}
