import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';

/** Draft of an owner or an agent, field by field: known fields with a label, others by name, other values as JSON. */
export function DraftFacts({ draft }: { draft: Record<string, unknown> }) {
  const { t } = useTranslation('office');
  /** Values of a fixed set are translated; all other values are free text. */
  const known: Record<string, (word: string) => string> = {
    visibility: (word) => t(`option.${word}`, { defaultValue: word }),
    mode: (word) => t(`mode.${word}`, { ns: 'topic', defaultValue: word }),
  };
  const fields = Object.entries(draft).filter(([, value]) => !isEmpty(value));
  if (fields.length === 0) return <p className="soft">{t('nothing_written')}</p>;
  return (
    <dl className="facts">
      {fields.map(([name, value]) => (
        <div key={name} className="fact-pair">
          <dt>
            <UntrustedText text={t(`draft.${name}`, { defaultValue: name })} inline />
          </dt>
          <dd>
            <UntrustedText
              text={
                (Object.hasOwn(known, name) ? known[name]?.(String(value)) : undefined) ??
                toWords(value, (name) => t(`trait.${name}`, { ns: 'common', defaultValue: name }))
              }
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Formats named numbers, such as a personality's, as percentages; other structures are shown as JSON. */
function toWords(value: unknown, named: (name: string) => string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' · ');
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length > 0 && entries.every(([, one]) => typeof one === 'number'))
    return entries.map(([name, one]) => `${named(name)} ${Math.round(Number(one) * 100)}%`).join(' · ');
  return JSON.stringify(value, null, 2) ?? '';
}
