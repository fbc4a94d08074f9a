import { useTranslation } from 'react-i18next';

interface Amounts {
  number: (value: number) => string;
  duration: (milliseconds: number) => string;
  /** Cost, in the unit of the model's price. */
  cost: (value: number) => string;
  clock: (time: string) => string;
}

/** Returns functions that write numbers, durations and times in the user's language. */
export function useAmounts(): Amounts {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const unit = (value: number, name: 'millisecond' | 'second' | 'minute' | 'hour', digits = 0) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);
  return {
    number: (value) => value.toLocaleString(language),
    duration: (milliseconds) => {
      const seconds = milliseconds / 1_000;
      if (seconds < 1) return unit(milliseconds, 'millisecond');
      if (seconds < 60) return unit(seconds, 'second', 1);
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) return `${unit(minutes, 'minute')} ${unit(Math.floor(seconds % 60), 'second')}`;
      return `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
    },
    cost: (value) => value.toLocaleString(language, { maximumSignificantDigits: 3 }),
    clock: (time) => new Date(time).toLocaleTimeString(language),
  };
}
