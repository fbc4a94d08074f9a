import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { ConfirmButton } from './confirm-button.tsx';
import { bodyOf, type Field, type FieldValues, initialValues } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { type Change, useAction } from './use-action.ts';

/** Something an office can do. Its words are `action.<id>` and `consequence.<id>` in the office's texts. */
export interface OfficeAction {
  id: string;
  fields: readonly Field[];
  /** Cannot be taken back: asked once. */
  irreversible?: boolean;
  change: (body: Record<string, unknown>) => Change;
}

export function ActionForm({ action, onDone }: { action: OfficeAction; onDone?: (answer: unknown) => void }) {
  const { t } = useTranslation('office');
  const [given] = useSearchParams();
  const [values, setValues] = useState<FieldValues>(() => initialValues(action.fields, given));
  const { run, isRunning, isDone, problem } = useAction((answer) => {
    setValues(initialValues(action.fields, given));
    onDone?.(answer);
  });
  const label = t(`action.${action.id}`);
  const start = () => run(action.change(bodyOf(action.fields, values)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!action.irreversible) start();
  };
  return (
    <form className="stack-tight" onSubmit={submit} aria-label={label}>
      {action.fields
        .filter(({ when }) => !when || when(values))
        .map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      <div className="row">
        {action.irreversible ? (
          <ConfirmButton
            label={label}
            consequence={t(`consequence.${action.id}`)}
            disabled={isRunning}
            onConfirm={start}
          />
        ) : (
          <button type="submit" className="button button-main" disabled={isRunning}>
            {label}
          </button>
        )}
        {isDone ? (
          <span role="status" className="badge badge-good">
            {t('done')}
          </span>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="notice notice-bad">
          {problem}
        </p>
      ) : null}
    </form>
  );
}
