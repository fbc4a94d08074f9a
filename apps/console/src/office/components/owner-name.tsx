import { ownerEndpoints } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { read } from '../../read/api.ts';
import { useMayDo } from '../../read/rights.ts';

const ownersByName = {
  queryKey: ['office', 'owner-names'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(ownerEndpoints.list, { query: { limit: 200 } }, signal),
  staleTime: 60_000,
};

/** Names of owners, for viewers who may read them. */
export function useOwnerNames(): (id: string) => string {
  const { t } = useTranslation('office');
  const mayRead = useMayDo('office.read');
  const { data } = useQuery({ ...ownersByName, enabled: mayRead });
  return (id) =>
    id === 'platform' ? t('this_home') : (data?.items.find(({ owner_id: one }) => one === id)?.name ?? id);
}

export function OwnerName({ id }: { id: string | undefined }) {
  const getName = useOwnerNames();
  if (id === undefined) return null;
  return (
    <span title={id}>
      <UntrustedText text={getName(id)} inline />
    </span>
  );
}
