import { useTranslation } from 'react-i18next';
import { serverNow } from '../read/server-clock.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** Shows a moment (RFC 3339) in relative words, with the exact time as a tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const date = new Date(at);
  const seconds = (date.getTime() - serverNow()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const words = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(
    Math.round(seconds / size),
    unit,
  );
  return (
    <time dateTime={at} title={date.toLocaleString(i18n.language)}>
      {words}
    </time>
  );
}
