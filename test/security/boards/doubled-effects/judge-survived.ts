import { catalogue } from '@agent-home/agent-runtime/run-log';
import type { Survived } from './play-board.ts';

/** Tools whose calls leave no trace, so that a user has to report the outcome; all others are reconciled without one. */
const traceless: ReadonlySet<string> = new Set(['mcp.counting.count', 'mcp.remote.count', 'pay-plainly']);

/** Returns the faults of a run that died and was resumed. Empty if every effect happened exactly once. */
export function judgeSurvived(survived: Survived): string[] {
  const { state, judged, linesBefore, said, counted, paid, made, isWrittenAgain, asked } = survived;
  const effects = {
    said: said.length,
    counted: counted.length,
    keyed: paid.keyed.length,
    plain: paid.plain,
    remote: paid.remote,
  };
  const wrong = Object.entries(effects).flatMap(([what, times]) =>
    times > 1 ? [`${what} ${times} times`] : [],
  );
  if (isWrittenAgain) wrong.push('a finished file was written again');
  if (!state || !judged || linesBefore <= 1) {
    if (state && state.ended?.status !== 'cancelled') wrong.push(`told nothing, and ${state.ended?.status}`);
    if (Object.values(effects).some((times) => times > 0) || made !== undefined)
      wrong.push('something was done of which no log tells');
    return wrong;
  }
  if (state.ended?.status !== 'answered') wrong.push(`ended as ${state.ended?.status ?? state.waiting.for}`);
  for (const [what, times] of Object.entries(effects)) if (times === 0) wrong.push(`${what} was lost`);
  if (made !== 'one two') wrong.push(`the file holds ${made}`);
  if (judged.missing.length > 0) wrong.push('the log is not whole');
  for (const { kind, data } of asked)
    if (kind === 'outcome' && !traceless.has(data.tool)) wrong.push(`a person was asked about ${data.tool}`);
  if (asked.filter(({ kind }) => kind === 'outcome').length > 1) wrong.push('a person was asked twice');
  return wrong;
}

/** Returns the numbers of records after which the next one begins another write: all actions happen between them. */
export function collectWrites({ judged }: Survived): number[] {
  return (judged?.whole ?? []).flatMap(({ type }, index) =>
    index > 0 && catalogue[type as keyof typeof catalogue]?.kind === 'input' ? [index] : [],
  );
}
