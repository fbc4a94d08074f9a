import type { Permission } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Icon } from '../../components/icon.tsx';
import { PopMenu } from '../../components/pop-menu.tsx';
import { viewerQuery } from '../../read/queries.ts';
import { mayDo } from '../../read/rights.ts';
import { ActionDialog } from './action-dialog.tsx';
import { collectFields, type OfficeAction, type Shown } from './office-action.ts';
import { useTell } from './results.tsx';
import { useAction } from './use-action.ts';

/** Actions on a row, behind one button with the row's name. */
export function RowMenu<Row>({
  row,
  name,
  href,
  place,
  actions,
  needs,
  shown,
}: {
  row: Row;
  /** Name of the row. */
  name: string;
  /** Link to its page. */
  href?: string;
  /** Id of the place in the audit, for admins, who may see its readers. */
  place?: string | undefined;
  actions: readonly OfficeAction<Row>[];
  /** Permission of the actions that declare none, required of viewers other than owners. */
  needs?: Permission;
  shown: Shown<Row>;
}) {
  const { t } = useTranslation('office');
  const [asking, setAsking] = useState<OfficeAction<Row>>();
  const tell = useTell();
  const done = (id: string) => tell({ id, ...shown.result(row) });
  const { run, problem } = useAction();
  const { data: viewer } = useQuery(viewerQuery);
  const possible = actions.filter(
    ({ when, needs: own = needs }) =>
      (!when || when(row)) && (own === undefined || viewer?.role === 'owner' || mayDo(viewer, own)),
  );
  const start = (action: OfficeAction<Row>) => {
    if (action.asks || action.isIrreversible || action.fields) setAsking(action);
    else run(action.change(row, {}), { onSuccess: () => done(action.id) });
  };
  const label = t('menu_of', { name });
  return (
    <>
      <PopMenu
        label={label}
        className="button button-quiet"
        inside={(close) => (
          <>
            {href ? (
              <Link className="pop-menu-item" href={href}>
                {t('look_at')}
              </Link>
            ) : null}
            {place ? (
              <Link className="pop-menu-item" href={`/office/audit?container=${place}&day=yesterday`}>
                {t('action.who_could_read')}
              </Link>
            ) : null}
            {possible.map((action) => (
              <button
                key={action.id}
                type="button"
                className={action.isIrreversible ? 'pop-menu-item pop-menu-item-danger' : 'pop-menu-item'}
                onClick={() => {
                  close();
                  start(action);
                }}
              >
                {t(`action.${action.id}`)}
              </button>
            ))}
          </>
        )}
      >
        <Icon name="more" size={18} />
        <span className="visually-hidden">{label}</span>
      </PopMenu>
      {problem ? (
        <p role="alert" className="small badge-bad">
          {problem}
        </p>
      ) : null}
      {asking ? (
        <ActionDialog
          title={t(`action.${asking.id}`)}
          quote={shown.quote(row)}
          consequence={t(`consequence.${asking.id}`, { defaultValue: '' })}
          isIrreversible={asking.isIrreversible ?? false}
          act={t(`action.${asking.id}`)}
          fields={collectFields(asking, row)}
          change={(body) => asking.change(row, body)}
          onDone={() => done(asking.id)}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  );
}
