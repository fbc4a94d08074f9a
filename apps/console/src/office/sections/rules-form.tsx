import { useTranslation } from 'react-i18next';
import { askedFields, type FieldValue, type FieldValues } from '../components/field.ts';
import { FieldInput } from '../components/field-input.tsx';
import { type RuleField, ruleGroups } from '../components/rules-schema.ts';

/** Rules of a mode in groups. Proposals concern few topics, so they are last. */
export function RulesForm({
  fields,
  values,
  onChange,
}: {
  fields: readonly RuleField[];
  values: FieldValues;
  onChange: (name: string, value: FieldValue) => void;
}) {
  const { t } = useTranslation('office');
  return (
    <>
      {ruleGroups.map((group) => {
        const asked = askedFields(fields, values).filter(
          (field) => fields.find(({ name }) => name === field.name)?.group === group,
        );
        if (asked.length === 0) return null;
        return (
          <fieldset key={group} className="office-group">
            <legend>{t(`rule_group.${group}`)}</legend>
            <div className="office-group-fields">
              {asked.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? ''}
                  onChange={(value) => onChange(field.name, value)}
                />
              ))}
            </div>
          </fieldset>
        );
      })}
    </>
  );
}
