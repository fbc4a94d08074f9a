import { trustEndpoints } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryResult } from '../../components/query-result.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { officeAnswer } from '../components/office-list.ts';
import { ToolTable } from '../components/tool-table.tsx';

/** Signing keys of the home. They are rotated on its machine, never from a browser. */
export function Keys() {
  const { t } = useTranslation('office');
  const keys = useQuery(officeAnswer(trustEndpoints.listFingerprints));
  return (
    <section className="stack-tight">
      <h2>{t('section.keys')}</h2>
      <QueryResult of={keys}>
        {({ root_sets: roots, signing_keys: signing }) => (
          <>
            <h3>{t('root_keys')}</h3>
            <ToolTable
              label={t('root_keys')}
              rows={roots.flatMap(({ version, threshold, keys: ofRoot }) =>
                ofRoot.map((key) => ({ ...key, version, threshold, of: ofRoot.length })),
              )}
              getKey={({ version, key_id: id }) => `${version}/${id}`}
              columns={[
                { name: 'version', cell: ({ version, threshold, of }) => `${version} (${threshold}/${of})` },
                { name: 'key', cell: ({ key_id: id }) => <span className="mono">{id}</span> },
                { name: 'fingerprint', cell: ({ sha256 }) => <span className="mono">{sha256}</span> },
              ]}
            />
            <h3>{t('signing_keys')}</h3>
            <ToolTable
              label={t('signing_keys')}
              rows={signing}
              getKey={({ key_id: id, purpose }) => `${purpose}/${id}`}
              columns={[
                { name: 'key', cell: ({ key_id: id }) => <span className="mono">{id}</span> },
                {
                  name: 'purpose',
                  cell: ({ purpose }) => t(`key_purpose.${purpose}`, { defaultValue: purpose }),
                },
                { name: 'from', cell: ({ valid_from: at }) => <RelativeTime at={at} /> },
                { name: 'until', cell: ({ valid_until: at }) => <RelativeTime at={at} /> },
                {
                  name: 'state',
                  cell: ({ revoked }) =>
                    revoked ? (
                      <span className={revoked.reason === 'retired' ? 'badge' : 'badge badge-bad'}>
                        {t(`revoked.${revoked.reason}`)} <RelativeTime at={revoked.at} />
                      </span>
                    ) : null,
                },
              ]}
            />
            <p className="notice">{t('rotation_hint')}</p>
          </>
        )}
      </QueryResult>
    </section>
  );
}
