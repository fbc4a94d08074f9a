import { useTranslation } from 'react-i18next';
import { useCopy } from '../../components/use-copy.ts';

/** Copies an address; where that is not possible it is shown, to be marked and copied by hand. */
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
