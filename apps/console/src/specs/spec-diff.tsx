import './spec-diff.css';
import { revealedText } from '@agent-home/protocol';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { diffLines, foldDiff } from './line-diff.ts';

const marks = { same: ' ', removed: '-', added: '+' } as const;

/** Changed lines between two versions. */
export function SpecDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('specs');
  const { parts, cut } = useMemo(() => foldDiff(diffLines(before, after)), [before, after]);
  if (before === after) return <p className="soft">{t('equal')}</p>;
  return (
    <>
      <pre className="spec-text" dir="ltr" data-diff="">
        {parts.map((part, index) => {
          // The parts of a comparison never move.
          const key = String(index);
          if ('leftOut' in part)
            return (
              <span key={key} className="spec-left-out">
                {t('left_out', { count: part.leftOut })}
                {'\n'}
              </span>
            );
          return (
            <span key={key}>
              {part.lines.map(({ change, text }, line) => (
                <span key={`${key} ${String(line)}`} className={`spec-line-${change}`} data-change={change}>
                  {`${marks[change]} ${revealedText(text)}\n`}
                </span>
              ))}
            </span>
          );
        })}
      </pre>
      {cut === 0 ? null : <p className="notice">{t('cut', { count: cut })}</p>}
    </>
  );
}
