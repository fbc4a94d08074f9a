import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Column<Row> {
  /** `column.<name>` in the office's texts. */
  name: string;
  cell: (row: Row) => ReactNode;
}

/** A table that scrolls by itself where the page is narrow. */
export function OfficeTable<Row>({
  label,
  rows,
  columns,
  keyOf,
}: {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
}) {
  const { t } = useTranslation('office');
  const { t: common } = useTranslation();
  if (rows.length === 0) return <p className="soft">{common('nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-box" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell }) => (
                <td key={name}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
