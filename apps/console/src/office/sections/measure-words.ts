import { useTranslation } from 'react-i18next';
import { timeInWords } from '../components/time-words.ts';
import { isWell, type Measure } from './health-measures.ts';

/** Returns the texts of a measure: its value, and if it is within its limit. */
export function useMeasureWords() {
  const { t, i18n } = useTranslation('office');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const amount = (value: number, unit: Measure['unit']): string => {
    if (unit === 'yes-no') return t(value > 0 ? 'option.yes' : 'option.no');
    return unit === 'seconds' ? timeInWords(value, i18n.language) : number.format(value);
  };
  return {
    amount,
    value: ({ value, unit }: Measure) => amount(value, unit),
    limit: ({ limit, unit }: Measure) => (limit === undefined ? '' : amount(limit, unit)),
    judgement: (measure: Measure): string => {
      const { limit, unit } = measure;
      if (limit === undefined) return t('measure_only');
      if (limit === 0 && unit === 'count') return t(isWell(measure) ? 'measure_none' : 'measure_any');
      if (unit === 'yes-no') return t(isWell(measure) ? 'measure_not_so' : 'measure_so');
      return t(isWell(measure) ? 'measure_well' : 'measure_beyond', { limit: amount(limit, unit) });
    },
  };
}
