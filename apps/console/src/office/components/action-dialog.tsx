import './action-dialog.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../read/api.ts';
import { answered, askedFields, type Field, type FieldValues, getBody, initialValues } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { useAction } from './use-action.ts';

/**
 * Prompts before an action: quotes its subject, states its effect, and requests missing values. The browser
 * returns the focus afterwards.
 */
export function ActionDialog({
  title,
  quote,
  consequence,
  isIrreversible = false,
  act: actWords,
  fields = [],
  change,
  refused,
  onDone,
  onClose,
}: {
  title: string;
  quote: ReactNode;
  consequence: string;
  isIrreversible?: boolean;
  act: string;
  fields?: readonly Field[];
  change: (body: Record<string, unknown>) => Change;
  /** Returns the reason of a refusal as text, with which the dialog stays open. */
  refused?: (answer: unknown) => string | undefined;
  onDone: (answer: unknown) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('office');
  const dialog = useRef<HTMLDialogElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const [values, setValues] = useState<FieldValues>(() => initialValues(fields));
  const [refusal, setRefusal] = useState<string>();
  const { run, isRunning, problem } = useAction((answer) => {
    const why = refused?.(answer);
    setRefusal(why);
    if (why !== undefined) return;
    dialog.current?.close();
    onDone(answer);
  });
  useEffect(() => {
    dialog.current?.showModal();
    // A double key press must not trigger an irreversible action; otherwise the first field gets the focus.
    const first = dialog.current?.querySelector<HTMLElement>('.office-field :is(input, select, textarea)');
    (isIrreversible ? keep.current : (first ?? act.current))?.focus();
  }, [isIrreversible]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(change(getBody(fields, values)));
  };
  return (
    <dialog
      ref={dialog}
      className="office-dialog"
      role={isIrreversible ? 'alertdialog' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <h2 id={titleId}>{title}</h2>
        <blockquote className={isIrreversible ? 'office-quote office-quote-bad' : 'office-quote'}>
          {quote}
        </blockquote>
        {consequence === '' ? null : <p>{consequence}</p>}
        {isIrreversible ? (
          <p className="office-for-good">
            <strong>{t('for_good')}</strong>
          </p>
        ) : null}
        {askedFields(fields, values).map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => answered(before, field, value))}
          />
        ))}
        {problem || refusal ? (
          <p role="alert" className="notice notice-bad">
            {problem || refusal}
          </p>
        ) : null}
        <div className="row">
          <button type="button" className="button" ref={keep} onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
          <button
            ref={act}
            type="submit"
            className={isIrreversible ? 'button button-danger' : 'button button-main'}
            disabled={isRunning}
          >
            {actWords}
          </button>
        </div>
      </form>
    </dialog>
  );
}
