import { useTranslation } from 'react-i18next';

/** Names the members that a copy of a record does not have. */
export function WithheldNote({ of }: { of: readonly string[] | undefined }) {
  const { t } = useTranslation('runs');
  if (of === undefined || of.length === 0) return null;
  return (
    <p className="small soft" data-withheld="">
      {t('not_in_copy', { members: of.join(', ') })}
    </p>
  );
}
