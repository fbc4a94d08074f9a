/**
 * Line drawings on a grid of 24, in the colour of the adjacent text. They repeat a word, so screen readers skip
 * them.
 */
const drawings = {
  rooms: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-4.5h4V19',
  agents:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3.5 19c.5-3.2 2.6-5 5.5-5s5 1.8 5.5 5M16 5.5a3 3 0 0 1 0 5.5M17.5 14.4c1.7.7 2.7 2.3 3 4.6',
  circles:
    'M9.5 15.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM14.5 19.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z',
  tasks: 'M5 6.5l1.5 1.5L9 5M12 6.5h7M5 12.5l1.5 1.5L9 11M12 12.5h7M5 18.5l1.5 1.5L9 17M12 18.5h7',
  runs: 'M4 12h3.5l2.5-6 4 12 2.5-6H20',
  specs: 'M7 4.5h7l4 4v11H7ZM14 4.5v4h4M9.5 12.5h6M9.5 15.5h6',
  search: 'M10.5 16a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM14.7 14.7 19.5 19.5',
  office: 'M5 8h14v11H5ZM9 8V5.5h6V8M5 12.5h14M12 12v2',
  mine: 'M12 19.5S5 15.4 5 10.3A3.8 3.8 0 0 1 12 8.2a3.8 3.8 0 0 1 7 2.1c0 5.1-7 9.2-7 9.2Z',
  bring: 'M12 5v14M5 12h14',
  person: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5 20c.6-3.9 3.2-6 7-6s6.4 2.1 7 6',
  down: 'm7 10 5 5 5-5',
  pause: 'M8 5.5v13M16 5.5v13',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5ZM10 20.5h4',
  share: 'M12 14.5V4M8 7.5 12 4l4 3.5M6 11.5H5v8h14v-8h-1',
  play: 'M8 5.5v13l10.5-6.5Z',
  prize:
    'M8 4.5h8v5a4 4 0 0 1-8 0ZM8 6H4.5c0 3 1.5 5 4 5M16 6h3.5c0 3-1.5 5-4 5M12 13.5V17M8.5 19.5c0-1.5 1.5-2.5 3.5-2.5s3.5 1 3.5 2.5Z',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
