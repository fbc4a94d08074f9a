import { approvalEndpoints } from '@agent-home/http-contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { approvalsPath } from '../places/page-paths.ts';
import { read } from '../read/api.ts';
import { viewerQuery } from '../read/queries.ts';

/** Milliseconds between two reads, because no stream reports a request for an approval. */
const pollMs = 5_000;
const most = 50;

/** Notice while calls wait for this user. It appears and leaves without a reload, with the list of pending items. */
export function ApprovalsNotice() {
  const { t } = useTranslation('mine');
  const client = useQueryClient();
  const viewer = useQuery(viewerQuery).data;
  const pending = useQuery({
    queryKey: ['pending-approvals'],
    queryFn: ({ signal }) =>
      read(approvalEndpoints.list, { query: { state: 'pending', limit: most } }, signal),
    refetchInterval: pollMs,
    enabled: viewer?.scopes?.includes('approvals') ?? viewer?.role === 'admin',
  });
  const items = pending.data?.items.filter(({ may_decide: mayDecide }) => mayDecide) ?? [];
  const ids = pending.data === undefined ? undefined : items.map((one) => one.approval_id).join();
  const shown = useRef(ids);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== ids)
      void client.invalidateQueries({ queryKey: ['owner-home'] });
    shown.current = ids;
  }, [ids, client]);
  return (
    <div role="status">
      {items.length === 0 ? null : (
        <p className="notice row" data-approvals-notice="">
          {t('waiting.calls', { count: items.length })}{' '}
          <Link href={approvalsPath}>{t('waiting.decide')}</Link>
        </p>
      )}
    </div>
  );
}
