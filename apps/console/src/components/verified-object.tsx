import type { CertifiedText } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Shows a certified object from the bytes that this browser verified. For an object that fails verification it shows the failed
 * check instead.
 */
export function VerifiedObject({
  object,
  children,
}: {
  object: CertifiedText;
  children: (value: Record<string, unknown>) => ReactNode;
}) {
  const { t } = useTranslation();
  const verified = useQuery({
    queryKey: ['verified', object.object_key, object.version, object.text],
    queryFn: async () => (await import('../proof/verify-object.ts')).verifyObject(object),
    retry: false,
    staleTime: 60_000,
  });
  if (verified.isPending)
    return (
      <p role="status" className="soft">
        {t('proof.checking')}
      </p>
    );
  if (verified.isError) {
    const { code } = verified.error as { code?: string };
    return (
      <p role="alert" className="notice notice-bad">
        {t('proof.failed')} ({code ?? 'unreadable'})
      </p>
    );
  }
  const { value, keyId } = verified.data;
  return (
    <>
      {children(value)}
      <details className="small">
        <summary>
          <span className="badge badge-good">✔ {t('proof.verified')}</span>
        </summary>
        <dl className="facts">
          <dt>{t('proof.object')}</dt>
          <dd className="mono">{object.object_key}</dd>
          <dt>{t('proof.version')}</dt>
          <dd>{object.version}</dd>
          <dt>{t('proof.key')}</dt>
          <dd className="mono">{keyId}</dd>
        </dl>
      </details>
    </>
  );
}
