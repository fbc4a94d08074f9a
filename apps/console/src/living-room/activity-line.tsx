import './activity-line.css';
import { useTranslation } from 'react-i18next';

const [width, height] = [120, 24];

/** Small chart of the messages per minute in half an hour. */
export function ActivityLine({ minutes }: { minutes: readonly number[] }) {
  const { t } = useTranslation('living');
  const path = activityPath(minutes, width, height);
  const total = minutes.reduce((sum, count) => sum + count, 0);
  return (
    <svg
      className="activity"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('activity', { count: total })}
    >
      <path className="activity-area" d={`${path}L${width} ${height}L0 ${height}Z`} />
      <path className="activity-stroke" d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Returns a path scaled to the busiest minute; quiet minutes form a line at the bottom. */
export function activityPath(minutes: readonly number[], wide: number, high: number): string {
  const most = Math.max(4, ...minutes);
  return minutes
    .map((count, index) => {
      const x = (index / Math.max(1, minutes.length - 1)) * wide;
      const y = high - 1.5 - (count / most) * (high - 3);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
