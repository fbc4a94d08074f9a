import './ask-first.css';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../components/problem-text.ts';

/** Prompts before an irreversible action, and quotes its subject. */
export function AskFirst({
  title,
  consequence,
  act,
  change,
  onClose,
  children,
}: {
  title: string;
  consequence: string;
  act: string;
  change: () => Promise<unknown>;
  onClose: () => void;
  /** Quoted subject. */
  children: ReactNode;
}) {
  const { t } = useTranslation('topic');
  const dialog = useRef<HTMLDialogElement>(null);
  const acting = useMutation({ mutationFn: change, onSuccess: () => dialog.current?.close() });
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const { error } = acting;
  const problemText = useProblemText();
  return (
    <dialog ref={dialog} className="ask-first" aria-labelledby="ask-first-title" onClose={onClose}>
      <h2 id="ask-first-title">{title}</h2>
      <blockquote className="ask-first-thing">{children}</blockquote>
      <p>{consequence}</p>
      {error ? (
        <p role="alert" className="notice notice-bad">
          {problemText(error)}
        </p>
      ) : null}
      <div className="row">
        {/* biome-ignore lint/a11y/noAutofocus: what cannot be undone must not be what a key pressed twice does */}
        <button type="button" className="button" autoFocus onClick={() => dialog.current?.close()}>
          {t('ask.keep')}
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={acting.isPending}
          onClick={() => acting.mutate()}
        >
          {act}
        </button>
      </div>
    </dialog>
  );
}
