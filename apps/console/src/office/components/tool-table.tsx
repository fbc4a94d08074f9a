import './tool-table.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptFocus } from './use-kept-focus.ts';
import { useSorted } from './use-sorted.ts';

export interface Column<Row> {
  /** `column.<name>` in the office’s texts. */
  name: string;
  cell: (row: Row) => ReactNode;
  /** Sort key of a row. */
  sortBy?: (row: Row) => string | number;
}

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Sorting needs every row, so up to this many pages are loaded; the table says if there are more. */
const pagesAtMost = 40;

/** Table with sortable columns, which scrolls by itself on a narrow page. */
export function ToolTable<Row>({
  label,
  rows,
  columns,
  getKey,
  menu,
  pages,
  readsAll = false,
  empty,
}: {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  getKey: (row: Row) => string;
  /** Menu of a row. */
  menu?: (row: Row) => ReactNode;
  pages?: Pages;
  /** True if the browser filters all rows. */
  readsAll?: boolean;
  /** Text shown if there are no rows. */
  empty?: string;
}) {
  const { t, i18n } = useTranslation('office');
  const box = useRef<HTMLElement>(null);
  const pagesRead = useRef(0);
  const { sorted, sorting, turn } = useSorted(rows, columns, i18n.language);
  useKeptFocus(box);
  const wantsAll =
    (readsAll || sorting !== undefined) && pages?.hasNextPage === true && !pages.isFetchingNextPage;
  useEffect(() => {
    if (!wantsAll || pagesRead.current >= pagesAtMost) return;
    pagesRead.current += 1;
    pages?.fetchNextPage();
  }, [wantsAll, pages]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section ref={box} className="table-box office-table" aria-label={label} tabIndex={0}>
        {rows.length === 0 ? (
          <p className="soft">{empty ?? t('nothing', { ns: 'common' })}</p>
        ) : (
          <table>
            <thead>
              <tr>
                {columns.map(({ name, sortBy }) => (
                  <HeadCell
                    key={name}
                    name={name}
                    isSortable={sortBy !== undefined}
                    direction={
                      sorting?.column === name ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'
                    }
                    onTurn={() => turn(name)}
                  />
                ))}
                {menu ? (
                  <th scope="col">
                    <span className="visually-hidden">{t('column.action')}</span>
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {sorted.map((row) => (
                <tr key={getKey(row)} data-row={getKey(row)}>
                  {columns.map(({ name, cell }) => (
                    <td key={name}>{cell(row)}</td>
                  ))}
                  {menu ? <td className="office-menu-cell">{menu(row)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {sorting && pages?.hasNextPage && !pages.isFetchingNextPage ? (
        <p className="small soft">{t('sorted_among', { count: rows.length })}</p>
      ) : null}
    </>
  );
}

function HeadCell({
  name,
  isSortable,
  direction,
  onTurn,
}: {
  name: string;
  isSortable: boolean;
  direction: 'none' | 'ascending' | 'descending';
  onTurn: () => void;
}) {
  const { t } = useTranslation('office');
  if (!isSortable) return <th scope="col">{t(`column.${name}`)}</th>;
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className="office-sort" onClick={onTurn}>
        {t(`column.${name}`)}
        <span aria-hidden="true">{{ none: '↕', ascending: '↑', descending: '↓' }[direction]}</span>
      </button>
    </th>
  );
}
