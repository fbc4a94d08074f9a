import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../read/problem.ts';
import { useRunsSource } from './runs-source.ts';

interface Queried<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
}

/** Shows the result of a query about runs, its loading state, or its error with a remedy. */
export function RunsResult<Data>({
  of: { data, error, isPending, refetch },
  children,
}: {
  of: Queried<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation('runs');
  const { place } = useRunsSource();
  const problem = error ? (
    <div role="alert" className="notice notice-bad row spread">
      <span>{describe(error)}</span>
      <button type="button" className="button" onClick={() => refetch()}>
        {t('try_again', { ns: 'common' })}
      </button>
    </div>
  ) : null;
  function describe(thrown: Error): string {
    const code = thrown instanceof Problem ? thrown.code : 'no_connection';
    const texts = place === 'home' ? 'home.problem' : 'problem';
    return t(`${texts}.${code}`, { defaultValue: t('problem.other', { code }) });
  }
  if (data !== undefined)
    return (
      <>
        {problem}
        {children(data)}
      </>
    );
  if (problem) return problem;
  return isPending ? (
    <p role="status" className="soft">
      {t('loading', { ns: 'common' })}
    </p>
  ) : null;
}
