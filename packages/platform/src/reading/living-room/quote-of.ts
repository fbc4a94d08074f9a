import type { Line } from '@agent-home/http-contract';

/** What can be read at a glance. */
const tellable = 160;

/** Of the last lines of a topic, newest first, the one to be told of it: the winner's, else the fullest that is told whole. */
export function quoteOf(lines: readonly Line[], winners: readonly string[]): Line | undefined {
  const won = lines.find(({ agent_id: id }) => winners.includes(id));
  if (won) return won;
  const whole = lines.filter(({ text }) => [...text].length <= tellable);
  return whole.toSorted((one, other) => [...other.text].length - [...one.text].length)[0] ?? lines[0];
}
