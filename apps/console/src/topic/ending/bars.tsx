import { AgentName } from '../../components/agent-name.tsx';
import { Avatar } from '../../components/avatar.tsx';

const shown = 8;

/** Bar chart of values per agent, with the values as text. */
export function Bars({
  title,
  bars,
}: {
  title: string;
  bars: readonly { agentId: string; value: number }[];
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  if (bars.length === 0) return null;
  // Bars of equal length compare nothing.
  const areEqual = bars.length > 1 && bars.every(({ value }) => value === most);
  return (
    <section className="bars">
      <h3 className="small">{title}</h3>
      <ul>
        {bars.slice(0, shown).map(({ agentId, value }) => (
          <li key={agentId} className={areEqual ? 'bar-row bar-row-equal' : 'bar-row'}>
            <Avatar id={agentId} size={20} />
            <span className="one-line small">
              <AgentName id={agentId} />
            </span>
            {areEqual ? null : <progress className="bar" value={value} max={most} aria-hidden="true" />}
            <span className="clock small">{value}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
