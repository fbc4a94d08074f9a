import { useTranslation } from 'react-i18next';
import type { Field } from './field.ts';

/** Returns the label, description and option labels of a field. */
export function useFieldWords(field: Field): {
  label: string;
  about: string;
  option: (value: string) => string;
} {
  const { t, i18n } = useTranslation('office');
  const number = new Intl.NumberFormat(i18n.language);
  const { called = field.name, words = 'field', minimum, maximum, unit = 'count', initial } = field;
  const does = t(`${words}.${called}.about`, { defaultValue: '' });
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? t('bounds', { from: number.format(minimum), to: number.format(maximum) })
      : '';
  const usual =
    words === 'rule' && typeof initial === 'string' && field.kind === 'number'
      ? t('usually', { value: number.format(Number(initial)) })
      : '';
  const unitWords = unit === 'count' ? '' : ` (${t(`unit.${unit}`)})`;
  return {
    label: `${t(`${words}.${called}.label`)}${unitWords}`,
    about: [does, usual, bounds].filter((part) => part !== '').join(i18n.language === 'zh' ? '' : ' '),
    option: (value) => t([`option.${value}`, `topic:mode.${value}`], { defaultValue: value }),
  };
}
