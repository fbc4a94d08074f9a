import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, FieldValue } from './field.ts';

/** One labelled input. */
export function FieldInput({
  field,
  value,
  onChange,
}: {
  field: Field;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}) {
  const { t } = useTranslation('office');
  const id = useId();
  const label = t(`field.${field.name}`, { defaultValue: field.name });
  const common = { id, required: field.required ?? false };
  if (field.kind === 'flag') {
    return (
      <label className="row">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
    );
  }
  const text = String(value);
  return (
    <div className="field">
      <label htmlFor={id} className="small soft">
        {label}
        {field.required ? ' *' : ''}
      </label>
      {field.kind === 'choice' || field.kind === 'yes-no' ? (
        <select {...common} value={text} onChange={(event) => onChange(event.target.value)}>
          {field.required ? null : <option value="">–</option>}
          {(field.kind === 'yes-no' ? ['yes', 'no'] : field.options)?.map((option) => (
            <option key={option} value={option}>
              {t(`option.${option}`, { defaultValue: option })}
            </option>
          ))}
        </select>
      ) : field.kind === 'long' || field.kind === 'ids' ? (
        <textarea {...common} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...common}
          type={field.kind === 'number' ? 'number' : field.kind === 'moment' ? 'datetime-local' : 'text'}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
