import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../read/server-clock.ts';

/** Returns the current time of the server's clock, updated every quarter of a second. */
function useNow(everyMilliseconds = 250): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}

/** Countdown to a moment (RFC 3339). Visual only: a screen reader gets the moment once. */
export function TimeLeft({ until }: { until: string }) {
  const { t, i18n } = useTranslation();
  const seconds = Math.ceil((Date.parse(until) - useNow()) / 1000);
  const at = new Date(until).toLocaleTimeString(i18n.language);
  return (
    <span className="clock" title={at}>
      <span aria-hidden="true">{seconds > 0 ? describeSeconds(seconds) : t('time.any_moment')}</span>
      <span className="visually-hidden">{t('time.until', { at })}</span>
    </span>
  );
}

function describeSeconds(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
