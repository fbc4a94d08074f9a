import type { ShownText } from '@agent-home/agent-runtime/run-log';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Code } from '../parts/code.tsx';
import { useAmounts } from '../parts/use-amounts.ts';

/** Names of the members that the records of a step do not have in a copy. */
export const WithheldMembers = createContext<readonly string[]>([]);

interface ShownProps {
  of: ShownText;
  isJson?: boolean;
  /** Members of records that the text is made of. If a copy lacks one, the text is a placeholder and is not shown. */
  from?: readonly string[];
}

/** Text of a model, a tool or a person. Its record has what is cut. */
export function Shown({ of: { text, whole }, isJson = false, from = [] }: ShownProps) {
  const { t } = useTranslation('runs');
  const { number } = useAmounts();
  const withheld = useContext(WithheldMembers);
  if (from.some((member) => withheld.includes(member))) return null;
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
