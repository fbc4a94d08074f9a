import './several-inputs.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import type { Field, FieldValue, RoleAsked } from './field.ts';
import { useFieldWords } from './use-field-words.ts';

/** Input for any number of the options. */
export function SeveralInput({
  field,
  values,
  onChange,
}: {
  field: Field;
  values: readonly string[];
  onChange: (value: FieldValue) => void;
}) {
  const { option } = useFieldWords(field);
  return (
    <div className="office-checks">
      {(field.options ?? []).map((one) => (
        <label key={one} className="office-check">
          <input
            type="checkbox"
            checked={values.includes(one)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, one] : values.filter((other) => other !== one))
            }
          />
          {option(one)}
        </label>
      ))}
    </div>
  );
}

/** Pair of inputs: a minimum and a maximum, or two opposing names. */
export function RangeInput({
  field,
  values,
  onChange,
}: {
  field: Field;
  values: readonly string[];
  onChange: (value: FieldValue) => void;
}) {
  const { t } = useTranslation('office');
  const isRange = field.kind === 'range';
  const [first = '', second = ''] = values;
  const one = (index: 0 | 1, text: string) => onChange(index === 0 ? [text, second] : [first, text]);
  return (
    <div className="office-number">
      {([first, second] as const).map((text, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: there are two, and which is which is all there is to know.
          key={index}
          className="input"
          type={isRange ? 'number' : 'text'}
          min={field.minimum}
          max={field.maximum}
          required
          aria-label={t(`${isRange ? 'range' : 'pair'}.${index === 0 ? 'first' : 'second'}`)}
          value={text}
          onChange={({ target }) => one(index === 0 ? 0 : 1, target.value)}
        />
      ))}
    </div>
  );
}

/** Roles of a piece of work, each with its id and its duty. */
export function RolesInput({
  roles,
  onChange,
}: {
  roles: readonly RoleAsked[];
  onChange: (value: FieldValue) => void;
}) {
  const { t } = useTranslation('office');
  const set = (index: number, change: Partial<RoleAsked>) =>
    onChange(roles.map((role, at) => (at === index ? { ...role, ...change } : role)));
  return (
    <div className="stack-tight">
      {roles.map((role, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a role that is being written has no name yet.
        <div key={index} className="office-role">
          <input
            className="input"
            required
            pattern="[a-z0-9][a-z0-9_\-]{0,29}"
            aria-label={t('role_id', { number: index + 1 })}
            placeholder={t('role_id_example')}
            title={t('role_id_form')}
            value={role.role_id}
            onChange={({ target }) => set(index, { role_id: target.value })}
          />
          <input
            className="input"
            required
            maxLength={500}
            aria-label={t('role_description', { number: index + 1 })}
            placeholder={t('role_description_example')}
            value={role.description}
            onChange={({ target }) => set(index, { description: target.value })}
          />
          {roles.length > 1 ? (
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('role_out', { number: index + 1 })}
              onClick={() => onChange(roles.filter((_, at) => at !== index))}
            >
              <Icon name="close" size={16} />
            </button>
          ) : null}
        </div>
      ))}
      {roles.length < 20 ? (
        <button
          type="button"
          className="button"
          onClick={() => onChange([...roles, { role_id: '', description: '' }])}
        >
          {t('role_add')}
        </button>
      ) : null}
    </div>
  );
}
