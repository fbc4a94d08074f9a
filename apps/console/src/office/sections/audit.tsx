import type { OfficeAuditList } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../parts/agent-link.tsx';
import { Answer } from '../../parts/answer.tsx';
import { Moment } from '../../parts/moment.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { bodyOf, type Field, type FieldValues, initialValues } from '../parts/field.ts';
import { FieldInput } from '../parts/field-input.tsx';
import { officeList } from '../parts/office-list.ts';
import { OfficeTable } from '../parts/office-table.tsx';

type AuditRow = OfficeAuditList['items'][number];

const fields: readonly Field[] = [
  { name: 'agent_id', kind: 'text' },
  { name: 'container', kind: 'text' },
  { name: 'from', kind: 'moment' },
  { name: 'to', kind: 'moment' },
];

/** Every credential that was given out: to whom, for what, until when. */
export function Audit() {
  const { t } = useTranslation('office');
  const { t: common } = useTranslation();
  const [values, setValues] = useState<FieldValues>(() => initialValues(fields));
  const [asked, setAsked] = useState<Record<string, string>>({});
  const audit = useInfiniteQuery(officeList<AuditRow>('audit', asked));
  const search = (event: FormEvent) => {
    event.preventDefault();
    setAsked(bodyOf(fields, values) as Record<string, string>);
  };
  return (
    <section className="stack-tight">
      <h2>{t('section.audit')}</h2>
      <form className="filters" onSubmit={search}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <button type="submit" className="button button-main">
          {common('search.title')}
        </button>
      </form>
      <Answer of={audit}>
        {({ pages }) => (
          <>
            <OfficeTable
              label={t('section.audit')}
              rows={pages.flatMap((page) => page.items)}
              keyOf={({ id }) => String(id)}
              columns={[
                { name: 'agent', cell: ({ agent_id: id }) => <AgentLink id={id} size={20} /> },
                {
                  name: 'state',
                  cell: ({ outcome, error_code: code }) => `${t(`outcome.${outcome}`)} ${code ?? ''}`,
                },
                { name: 'issued', cell: ({ requested_at: at }) => <Moment at={at} /> },
                { name: 'expires', cell: ({ expires_at: at }) => (at ? <Moment at={at} /> : null) },
                {
                  name: 'grants',
                  cell: ({ keys }) => (
                    <ul>
                      {keys.map((grant) => (
                        <li key={grant} className="mono">
                          {grant}
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]}
            />
            <MoreButton of={audit} />
          </>
        )}
      </Answer>
    </section>
  );
}
