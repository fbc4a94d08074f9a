import { type Change, useAction } from './use-action.ts';

/** Does one thing at once, and says why not. */
export function ActButton({ label, change }: { label: string; change: Change }) {
  const { run, isRunning, problem } = useAction();
  return (
    <>
      <button type="button" className="button" disabled={isRunning} onClick={() => run(change)}>
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
