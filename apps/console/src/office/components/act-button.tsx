import type { Change } from '../../read/api.ts';
import { type Result, useTell } from './results.tsx';
import { useAction } from './use-action.ts';

/** Button that acts at once and shows the result or the error. */
export function ActButton({
  label,
  /** Accessible name with action and subject, for a list of buttons. */
  full,
  change,
  result,
  isMain = false,
}: {
  label: string;
  full?: string;
  change: Change;
  result?: Result;
  isMain?: boolean;
}) {
  const tell = useTell();
  const { run, isRunning, problem } = useAction(() => result && tell(result));
  return (
    <>
      <button
        type="button"
        className={isMain ? 'button button-main' : 'button'}
        aria-label={full}
        disabled={isRunning}
        onClick={() => run(change)}
      >
        {label}
      </button>
      {problem ? (
        <span role="alert" className="small badge-bad">
          {problem}
        </span>
      ) : null}
    </>
  );
}
