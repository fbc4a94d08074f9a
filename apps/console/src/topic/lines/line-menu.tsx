import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import { PopMenu } from '../../components/pop-menu.tsx';
import type { EntryView } from '../../proof/types.ts';
import { CopyLink } from '../menu/copy-link.tsx';

/** Actions on one message. */
export function LineMenu({
  entry,
  topicId,
  who,
  onOpenProof,
  onRedact,
}: {
  entry: EntryView;
  topicId: string;
  who: string;
  onOpenProof: (sequence: number) => void;
  /** For users who may redact a message. */
  onRedact: ((sequence: number) => void) | undefined;
}) {
  const { t } = useTranslation('topic');
  const { sequence } = entry;
  const label = t('line_menu.label', { sequence, who });
  const canRedact =
    onRedact !== undefined && (entry.content.kind === 'text' || entry.content.kind === 'request');
  return (
    <PopMenu
      label={label}
      className="line-menu"
      inside={(close) => (
        <>
          <CopyLink url={`${location.origin}/topics/${topicId}/lines/${sequence}`} />
          <button
            type="button"
            className="pop-menu-item"
            onClick={() => {
              close();
              onOpenProof(sequence);
            }}
          >
            {t('line_menu.proof')}
          </button>
          {canRedact ? (
            <button
              type="button"
              className="pop-menu-item pop-menu-item-danger"
              onClick={() => {
                close();
                onRedact(sequence);
              }}
            >
              {t('line_menu.redact')}
            </button>
          ) : null}
        </>
      )}
    >
      <Icon name="more" size={18} />
      <span className="visually-hidden">{label}</span>
    </PopMenu>
  );
}
