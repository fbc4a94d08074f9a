import './agent-faces.css';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../components/avatar.tsx';
import { useAgentNames } from '../read/agent-names.ts';

const shown = 5;

/** Faces of participants, with the one that has the turn in front. */
export function AgentFaces({
  ids,
  speaker,
  total,
}: {
  ids: readonly string[];
  speaker: string | undefined;
  total: number;
}) {
  const { t } = useTranslation('living');
  const getName = useAgentNames();
  const others = ids.filter((id) => id !== speaker).slice(0, speaker === undefined ? shown : shown - 1);
  const all = speaker === undefined ? others : [speaker, ...others];
  return (
    <p className="faces">
      <span className="visually-hidden">{t('with', { names: all.map(getName).join(', ') })}</span>
      {all.map((id, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: somebody else in a place is a face of its own, none goes from place to place
          key={`${index} ${id}`}
          className={id === speaker ? 'face face-speaker' : 'face'}
          title={getName(id)}
        >
          <Avatar id={id} size={24} />
        </span>
      ))}
      {total > all.length ? (
        <span className="small soft clock" aria-hidden="true">
          +{total - all.length}
        </span>
      ) : null}
    </p>
  );
}
