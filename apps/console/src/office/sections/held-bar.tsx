import { useTranslation } from 'react-i18next';

interface Held {
  from: string;
  to: string;
}

const [width, height] = [240, 16];

/** Shows when an item was held, on a line from midnight to midnight; the hours are also in the text. */
export function HeldBar({ held, span }: { held: readonly Held[]; span: { from: number; to: number } }) {
  const { t, i18n } = useTranslation('office');
  const x = (at: number) => ((at - span.from) / (span.to - span.from)) * width;
  const time = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' });
  const said = held.map(({ from, to }) => `${time.format(Date.parse(from))}–${time.format(Date.parse(to))}`);
  const words = said.length === 0 ? t('held_none') : said.join(', ');
  return (
    <span className="held">
      <svg
        className="held-bar"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="held-day" width={width} height={height} rx="3" />
        {[6, 12, 18].map((hour) => (
          <line
            key={hour}
            className="held-hour"
            x1={(width * hour) / 24}
            x2={(width * hour) / 24}
            y1="0"
            y2={height}
          />
        ))}
        {held.map(({ from, to }) => (
          <rect
            key={from}
            className="held-span"
            x={x(Date.parse(from))}
            width={Math.max(2, x(Date.parse(to)) - x(Date.parse(from)))}
            height={height}
          />
        ))}
      </svg>
      <span className="small soft" title={words}>
        {said.length > 3 ? t('held_times', { count: said.length, first: said[0], last: said.at(-1) }) : words}
      </span>
    </span>
  );
}
