import { useTranslation } from 'react-i18next';

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Button for the next page of a list, shown while there is one. */
export function MoreButton({ of }: { of: Paged }) {
  const { t } = useTranslation();
  if (!of.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={of.isFetchingNextPage}
      onClick={() => of.fetchNextPage()}
    >
      {t(of.isFetchingNextPage ? 'loading' : 'more')}
    </button>
  );
}
