import './copied-text.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows text to copy unchanged. Browsers let scripts write to the clipboard only over an encrypted connection. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLElement>(null);
  const [state, setState] = useState<'copied' | 'selected'>();
  const select = () => {
    if (!shown.current) return;
    getSelection()?.selectAllChildren(shown.current);
    setState('selected');
  };
  const copy = () => {
    if (!isSecureContext) return select();
    navigator.clipboard.writeText(text).then(() => setState('copied'), select);
  };
  return (
    <div className="copied-text">
      <pre>
        <code ref={shown}>{text}</code>
      </pre>
      <button type="button" className="button" onClick={copy}>
        {t('copy.do')}
        <span className="visually-hidden"> {label}</span>
      </button>
      <span role="status" className="small soft">
        {state === undefined ? '' : t(`copy.${state}`)}
      </span>
    </div>
  );
}
