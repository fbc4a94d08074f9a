import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Term } from '../../glossary/term.tsx';
import type { TermName } from '../../glossary/terms.ts';
import type { EntryProof, EntryView } from '../../proof/types.ts';
import type { TrustView } from '../../proof/worker-messages.ts';

/** Facts that have a glossary term. */
const terms: Partial<Record<string, TermName>> = {
  position: 'ledger',
  platform_key: 'platform_key',
  commitment: 'commitment',
};

/** Keys, hashes and object keys, for verification by other means. */
export function EntryFacts({
  entry,
  proof,
  trust,
}: {
  entry: EntryView;
  proof: EntryProof | undefined;
  trust: TrustView | undefined;
}) {
  const { t, i18n } = useTranslation('topic');
  const key = trust?.keys.find(({ keyId }) => keyId === entry.certificate?.keyId);
  const day = (at: string) => new Date(at).toLocaleDateString(i18n.language);
  const facts: [string, ReactNode][] = [
    ['position', `#${entry.sequence}`],
    ['object', entry.objectKey],
    ['version', entry.certificate?.version],
    ['issued', entry.certificate && <RelativeTime at={entry.certificate.issuedAt} />],
    ['platform_key', entry.certificate?.keyId],
    ['key_valid', key && t('fact.from_to', { from: day(key.validFrom), to: day(key.validUntil) })],
    ['key_revoked', key?.revoked && t(`fact.revoked.${key.revoked.reason}`, { at: day(key.revoked.at) })],
    ['author_key', proof?.author?.keyId],
    ['author_result', proof?.author && t(`author.${proof.author.result}`)],
    ['hash', entry.hash],
    ['previous', entry.previous],
    ['commitment', entry.commitment],
    ['state_hash', entry.stateHash],
    ['input', entry.inputKey],
  ];
  return (
    <dl className="entry-facts">
      {facts.map(([name, value]) =>
        value === undefined || value === '' || value === null ? null : (
          <div key={name} data-fact={name}>
            <dt>{terms[name] ? <Term name={terms[name]}>{t(`fact.${name}`)}</Term> : t(`fact.${name}`)}</dt>
            <dd className={typeof value === 'string' ? 'mono' : ''}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
