import { UntrustedText } from '../../components/untrusted-text.tsx';

/** Code or id from a log, which any text can be. */
export function Code({ text, soft = false }: { text: string; soft?: boolean }) {
  return (
    <code className={soft ? 'soft' : undefined}>
      <UntrustedText text={text} inline />
    </code>
  );
}
