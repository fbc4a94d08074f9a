import { useTranslation } from 'react-i18next';

interface Amounts {
  number: (value: number) => string;
  duration: (milliseconds: number) => string;
  /** Cost, in the unit of the model's price. */
  cost: (value: number) => string;
  clock: (time: string) => string;
}

/** Amounts by language. A formatter takes longer to create than a row of a list takes to draw. */
const known = new Map<string, Amounts>();

/** Returns functions that write numbers, durations and times in the user's language. */
export function useAmounts(): Amounts {
  const { language } = useTranslation().i18n;
  const amounts = known.get(language) ?? createAmounts(language);
  known.set(language, amounts);
  return amounts;
}

function createAmounts(language: string): Amounts {
  const unit = (name: 'millisecond' | 'second' | 'minute' | 'hour', digits = 0) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    });
  const [milliseconds, parts, seconds, minutes, hours] = [
    unit('millisecond'),
    unit('second', 1),
    unit('second'),
    unit('minute'),
    unit('hour'),
  ];
  const numbers = new Intl.NumberFormat(language);
  const costs = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  const clocks = new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return {
    number: (value) => numbers.format(value),
    duration: (value) => {
      const whole = value / 1_000;
      if (whole < 1) return milliseconds.format(value);
      if (whole < 60) return parts.format(whole);
      const minute = Math.floor(whole / 60);
      if (minute < 60) return `${minutes.format(minute)} ${seconds.format(Math.floor(whole % 60))}`;
      return `${hours.format(Math.floor(minute / 60))} ${minutes.format(minute % 60)}`;
    },
    cost: (value) => costs.format(value),
    clock: (time) => clocks.format(new Date(time)),
  };
}
