import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../read/problem.ts';
import { useProblemText } from './problem-text.ts';

interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
}

/** Shows the result of a query, its loading state, or its error with a remedy. */
export function QueryResult<Data>({
  of,
  missing,
  children,
}: {
  of: Asked<Data>;
  /** Shown in place of a notice if there is no such thing. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  if (of.data !== undefined) return children(of.data);
  if (of.isPending)
    return (
      <p role="status" className="soft">
        {t('loading')}
      </p>
    );
  if (missing !== undefined && of.error instanceof Problem && of.error.status === 404) return missing;
  return (
    <div role="alert" className="notice notice-bad row spread">
      <span>{problemText(of.error)}</span>
      <button type="button" className="button" onClick={() => of.refetch()}>
        {t('try_again')}
      </button>
    </div>
  );
}
