import './field-input.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { collectRoles, type Field, type FieldValue, toText, toTexts } from './field.ts';
import { AgentPicker, AgentsPicker, CirclePicker, OwnerPicker } from './pickers.tsx';
import { RangeInput, RolesInput, SeveralInput } from './several-inputs.tsx';
import { timeInWords } from './time-words.ts';
import { useFieldWords } from './use-field-words.ts';

export interface FieldProps {
  field: Field;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}

/** Labelled form field: name, description, limits, and an input that accepts only valid values. */
export function FieldInput({ field, value, onChange }: FieldProps) {
  const id = useId();
  const { label, about } = useFieldWords(field);
  const aboutId = `${id}-about`;
  const describedBy = about === '' ? undefined : aboutId;
  const words =
    about === '' ? null : (
      <span id={aboutId} className="small soft">
        {about}
      </span>
    );
  if (field.kind === 'flag')
    return (
      <div className="office-field">
        <label className="office-check">
          <input
            type="checkbox"
            checked={value === true}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.checked)}
          />
          {label}
        </label>
        {words}
      </div>
    );
  if (field.kind === 'checks' || field.kind === 'pair' || field.kind === 'range' || field.kind === 'roles')
    return (
      <fieldset className="office-field office-several" aria-describedby={describedBy}>
        <legend>{label}</legend>
        {words}
        <SeveralField field={field} value={value} onChange={onChange} />
      </fieldset>
    );
  return (
    <div className="office-field">
      <label htmlFor={id}>
        {label}
        {field.required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {words}
      <OneInput id={id} field={field} value={value} onChange={onChange} describedBy={describedBy} />
    </div>
  );
}

function SeveralField({ field, value, onChange }: FieldProps) {
  if (field.kind === 'roles') return <RolesInput roles={collectRoles(value)} onChange={onChange} />;
  if (field.kind === 'checks')
    return <SeveralInput field={field} values={toTexts(value)} onChange={onChange} />;
  return <RangeInput field={field} values={toTexts(value)} onChange={onChange} />;
}

function OneInput({
  id,
  field,
  value,
  onChange,
  describedBy,
}: FieldProps & { id: string; describedBy: string | undefined }) {
  const { t } = useTranslation('office');
  const { option } = useFieldWords(field);
  const { kind, required = false, longest } = field;
  const text = toText(value);
  const picking = { id, value: text, onChange, required, describedBy };
  if (kind === 'agent') return <AgentPicker {...picking} />;
  if (kind === 'circle') return <CirclePicker {...picking} />;
  if (kind === 'owner') return <OwnerPicker {...picking} />;
  if (kind === 'agents')
    return (
      <AgentsPicker
        id={id}
        values={toTexts(value)}
        onChange={onChange}
        describedBy={describedBy}
        required={required}
      />
    );
  const common = { id, required, 'aria-describedby': describedBy, className: 'input' };
  if (kind === 'choice' || kind === 'yes-no')
    return (
      <select {...common} value={text} onChange={(event) => onChange(event.target.value)}>
        {required ? null : <option value="">{t(field.without ?? 'as_it_is')}</option>}
        {(kind === 'yes-no' ? ['yes', 'no'] : (field.options ?? [])).map((one) => (
          <option key={one} value={one}>
            {option(one)}
          </option>
        ))}
      </select>
    );
  if (kind === 'long' || kind === 'lines')
    return (
      <textarea
        {...common}
        rows={kind === 'lines' ? 5 : 3}
        maxLength={longest}
        value={kind === 'lines' ? toTexts(value).join('\n') : text}
        onChange={({ target }) => onChange(kind === 'lines' ? target.value.split('\n') : target.value)}
      />
    );
  if (kind === 'number')
    return <NumberInput id={id} field={field} value={value} onChange={onChange} describedBy={describedBy} />;
  return (
    <input
      {...common}
      type={kind === 'moment' ? 'datetime-local' : 'text'}
      maxLength={longest}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Number with its limits; seconds are also shown in readable units. */
function NumberInput({
  id,
  field,
  value,
  onChange,
  describedBy,
}: FieldProps & { id: string; describedBy: string | undefined }) {
  const { i18n } = useTranslation('office');
  const { minimum, maximum, unit, fraction, required = false } = field;
  const text = toText(value);
  const isLong = unit === 'seconds' && Number(text) >= 60;
  return (
    <span className="office-number">
      <input
        id={id}
        className="input"
        type="number"
        required={required}
        min={minimum}
        max={maximum}
        step={fraction ? 'any' : 1}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {isLong ? <span className="small soft">= {timeInWords(Number(text), i18n.language)}</span> : null}
    </span>
  );
}
