import { useState } from 'react';

export type Copied = 'copied' | 'not_possible';

/** Copies text; where the browser lets no script write to the clipboard, says that it could not. */
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
