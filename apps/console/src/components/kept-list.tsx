import './kept-list.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptOrder } from './use-kept-order.ts';

/** List that keeps its order while a viewer reads it, and reports the number of moved items. */
export function KeptList<Item>({
  items,
  getKey,
  children,
  moved: describeMoved,
}: {
  items: readonly Item[];
  getKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Text for the number of moved items. */
  moved?: (count: number) => string;
}) {
  const { t } = useTranslation();
  const { shown, moved, renew } = useKeptOrder(items, getKey);
  return (
    <div className="kept-list">
      <div className="kept-list-note" role="status">
        {moved === 0 ? null : (
          <button type="button" className="button" onClick={renew}>
            {describeMoved ? describeMoved(moved) : t('moved', { count: moved })}
          </button>
        )}
      </div>
      <ul className="grid">
        {shown.map((item) => (
          <li key={getKey(item)}>{children(item)}</li>
        ))}
      </ul>
    </div>
  );
}
