import './made-form.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import type { Change } from '../../read/api.ts';
import { answered, askedFields, type Field, type FieldValues, getBody, initialValues } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { type Result, useTell } from './results.tsx';
import { useAction } from './use-action.ts';

/** Form that creates an item and then shows it with a link. */
export function MadeForm({
  id,
  fields,
  change,
  made,
  children,
  more,
}: {
  /** Id of the action; its texts are `action.<id>` and `result.<id>`. */
  id: string;
  fields: readonly Field[];
  change: (body: Record<string, unknown>) => Change;
  made: (answer: unknown, body: Record<string, unknown>) => Omit<Result, 'id'>;
  /** Content before the fields. */
  children?: ReactNode;
  /** Content after the fields. */
  more?: ReactNode;
}) {
  const { t } = useTranslation('office');
  const [given] = useSearchParams();
  const [values, setValues] = useState<FieldValues>(() => initialValues(fields, given));
  const tell = useTell();
  const { run, isRunning, problem } = useAction();
  const label = t(`action.${id}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = getBody(fields, values);
    run(change(body), {
      onSuccess: (answer) => {
        setValues(initialValues(fields));
        tell({ id, ...made(answer, body) });
      },
    });
  };
  const asked = askedFields(fields, values);
  const rare = asked.filter(({ isRare }) => isRare);
  const input = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      onChange={(value) => setValues((before) => answered(before, field, value))}
    />
  );
  return (
    <form className="office-form" onSubmit={submit} aria-label={label}>
      {children}
      {asked.filter(({ isRare }) => !isRare).map(input)}
      {more}
      {rare.length > 0 ? (
        <fieldset className="office-group">
          <legend>{t('rule_group.rare')}</legend>
          <div className="office-group-fields">{rare.map(input)}</div>
        </fieldset>
      ) : null}
      {problem ? (
        <p role="alert" className="notice notice-bad">
          {problem}
        </p>
      ) : null}
      <p>
        <button type="submit" className="button button-main" disabled={isRunning}>
          {label}
        </button>
      </p>
    </form>
  );
}
