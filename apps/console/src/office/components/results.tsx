import './results.css';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../../components/icon.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';

/** Effect of an action, and a link to it. */
export interface Result {
  /** Id of the action: its text is `result.<id>` of the office’s texts. */
  id: string;
  /** Name of the changed or created subject. */
  name: string;
  href?: string;
}

const Telling = createContext<(result: Result) => void>(() => undefined);
export const useTell = () => useContext(Telling);

/** Shows the newest result without moving anything, and announces it to screen readers. */
export function Results({ children }: { children: ReactNode }) {
  const { t } = useTranslation('office');
  const [told, setTold] = useState<{ result: Result; count: number }>();
  const tell = useCallback(
    (result: Result) => setTold((before) => ({ result, count: (before?.count ?? 0) + 1 })),
    [],
  );
  const result = told?.result;
  return (
    <Telling.Provider value={useMemo(() => tell, [tell])}>
      {children}
      <div className="office-result-place" role="status">
        {result ? (
          <p key={told?.count} className="office-result" data-result={result.id}>
            <span>{t(`result.${result.id}`)}</span>
            {result.href ? (
              <Link href={result.href}>
                <UntrustedText text={result.name} inline />
              </Link>
            ) : (
              <UntrustedText text={result.name} inline />
            )}
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('put_away')}
              onClick={() => setTold(undefined)}
            >
              <Icon name="close" size={16} />
            </button>
          </p>
        ) : null}
      </div>
    </Telling.Provider>
  );
}
