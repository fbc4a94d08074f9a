import type { TopicManifest } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import type { ReplayedStanding } from '../../proof/types.ts';
import { wordKey } from '../words/word-key.ts';

/** Description of the mode in a sentence, and the values of its rules in this topic. */
export function Rules({
  mode,
  standing,
  content,
}: {
  mode: string;
  standing: ReplayedStanding | undefined;
  content: TopicManifest | undefined;
}) {
  const { t, i18n } = useTranslation('topic');
  const rules = Object.entries(standing?.rules ?? {}).filter(([, value]) => isShort(value));
  const shownValue = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'rules.yes' : 'rules.no');
    if (typeof value === 'number')
      return name.endsWith('_seconds') ? getLasting(value, i18n.language) : String(value);
    const words = Array.isArray(value) ? value : [value];
    return words
      .map((word) => t(wordKey('rules.value', String(word), 'as_is'), { word: String(word) }))
      .join(', ');
  };
  return (
    <div className="stack">
      <p>{t(`gallery.${mode}`, { ns: 'living', defaultValue: t('stage.unknown_mode') })}</p>
      {content?.opening_question === undefined ? null : (
        <blockquote className="topic-question">
          <UntrustedText text={content.opening_question} />
        </blockquote>
      )}
      {content?.tags && content.tags.length > 0 ? (
        <p className="row">
          {content.tags.map((tag) => (
            <span key={tag} className="badge">
              <UntrustedText text={tag} inline />
            </span>
          ))}
        </p>
      ) : null}
      {rules.length === 0 ? null : (
        <dl className="facts">
          {rules.map(([name, value]) => (
            <div key={name} className="rule">
              <dt>{t(wordKey('rules.name', name))}</dt>
              <dd>
                <UntrustedText text={shownValue(name, value)} inline />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Values with a table of their own, such as the roles of a collaboration, are on the stage. */
function isShort(value: unknown): boolean {
  return Array.isArray(value) ? value.every((one) => typeof one === 'string') : typeof value !== 'object';
}

/** Formats seconds in the largest unit without a remainder. */
function getLasting(seconds: number, language: string): string {
  const units = [
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  );
}
