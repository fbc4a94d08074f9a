import { useTranslation } from 'react-i18next';
import { type MarkKind, type Scrubbed, slices } from './marks.ts';

const height = 24;
const width = slices * 4;

/** Density of the conversation as bars with marks, and a text alternative. */
export function Marks({ scrubbed: { density, marks } }: { scrubbed: Scrubbed }) {
  const { t } = useTranslation('topic');
  const counts = (['round', 'ruled_out', 'redacted'] as const).flatMap((kind) => {
    const count = marks.filter((mark) => mark.kind === kind).length;
    return count > 0 ? [t(`timeline.marks.${kind}`, { count })] : [];
  });
  return (
    <>
      <svg
        className="dock-marks"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {density.map((pace, slice) =>
          pace === 0 ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
              key={slice}
              className="dock-pace"
              x={slice * 4 + 0.5}
              width={3}
              y={height - 2 - pace * (height - 8)}
              height={2 + pace * (height - 8)}
            />
          ),
        )}
        {marks.map(({ kind, at }) => (
          <MarkShown key={`${kind} ${at}`} kind={kind} x={at * width} />
        ))}
      </svg>
      {counts.length > 0 ? <span className="visually-hidden">{counts.join(', ')}</span> : null}
    </>
  );
}

function MarkShown({ kind, x }: { kind: MarkKind; x: number }) {
  if (kind === 'round') return <rect className="dock-round" x={x} y={0} width={1.5} height={height} />;
  return <rect className={`dock-${kind.replace('_', '-')}`} x={x - 1.5} y={0} width={3} height={6} />;
}
