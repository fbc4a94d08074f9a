import { useState } from 'react';

export type Copied = 'copied' | 'not_possible';

/** Copies text and reports a failure where the browser denies scripts access to the clipboard. */
export function useCopy(): { copy: (text: string) => void; state: Copied | undefined } {
  const [state, setState] = useState<Copied>();
  const copy = (text: string) => {
    if (!isSecureContext) return setState('not_possible');
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('not_possible'),
    );
  };
  return { copy, state };
}
