import type { ShownText } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Code } from '../parts/code.tsx';
import { useAmounts } from '../parts/use-amounts.ts';

/** Text of a model, a tool or a person. Its record has what is cut. */
export function Shown({ of: { text, whole }, isJson = false }: { of: ShownText; isJson?: boolean }) {
  const { t } = useTranslation('runs');
  const { number } = useAmounts();
  return (
    <div className={isJson ? 'run-step-json' : undefined}>
      <UntrustedText text={text} />
      {whole === undefined ? null : (
        <p className="small soft">{t('cut', { shown: number(text.length), whole: number(whole) })}</p>
      )}
    </div>
  );
}

/** Error with its code. */
export function ShownError({ code, message }: { code: string; message: string }) {
  return (
    <div className="notice notice-bad small">
      <Code text={code} /> <UntrustedText text={message} inline />
    </div>
  );
}
