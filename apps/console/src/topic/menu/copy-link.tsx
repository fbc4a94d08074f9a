import { useTranslation } from 'react-i18next';
import { useCopy } from '../../components/use-copy.ts';

/** Copies an address. If that is not possible, the address is shown for copying by hand. */
export function CopyLink({ url }: { url: string }) {
  const { t } = useTranslation('topic');
  const { copy, state } = useCopy();
  return (
    <>
      <button type="button" className="pop-menu-item" onClick={() => copy(url)}>
        {t('share.copy')}
        <span role="status" className="small soft">
          {state === 'copied' ? t('copy.copied', { ns: 'common' }) : ''}
        </span>
      </button>
      {state === 'not_possible' ? (
        <input
          className="input mono"
          readOnly
          value={url}
          aria-label={t('share.address')}
          onFocus={(event) => event.target.select()}
        />
      ) : null}
    </>
  );
}
