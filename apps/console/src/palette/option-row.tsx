import { Avatar } from '../components/avatar.tsx';
import { Icon } from '../components/icon.tsx';
import { ModeGlyph } from '../components/mode-glyph.tsx';
import type { Entry } from './entry.ts';

/** One destination or action. The focus stays in the text field, which points to the active option. */
export function OptionRow({
  id,
  entry,
  isCurrent,
  onChoose,
}: {
  id: string;
  entry: Entry;
  isCurrent: boolean;
  onChoose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field that points at it
    // biome-ignore lint/a11y/useFocusableInteractive: so is the focus
    <div
      role="option"
      id={id}
      aria-selected={isCurrent}
      className="palette-option"
      data-option={entry.id}
      onClick={onChoose}
    >
      <span className="palette-look">
        <Look look={entry.look} />
      </span>
      <bdi className="palette-words">{entry.words}</bdi>
      {entry.hint === undefined ? null : (
        <bdi className="palette-hint" data-written>
          {entry.hint}
        </bdi>
      )}
    </div>
  );
}

function Look({ look }: { look: Entry['look'] }) {
  if ('face' in look) return <Avatar id={look.face} size={20} />;
  if ('mode' in look) return <ModeGlyph mode={look.mode} size={14} />;
  return <Icon name={look.icon} size={18} />;
}
