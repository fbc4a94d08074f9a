import './progress.css';
import type { Room } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';

/** Progress of a topic towards its end. */
export function Progress({ progress: { done, of, unit } }: { progress: NonNullable<Room['progress']> }) {
  const { t } = useTranslation('living');
  const words = t(`progress.${unit}`, { done, of });
  return (
    <span className="progress" title={words}>
      <progress value={done} max={of} aria-label={words} />
      <span className="clock" aria-hidden="true">
        {done}/{of}
      </span>
    </span>
  );
}
