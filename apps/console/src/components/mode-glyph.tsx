import './mode-glyph.css';
import type { ModeName } from '@agent-home/modes';

interface Diagram {
  /** Positions of the figures; the first one speaks. */
  people: readonly (readonly [x: number, y: number])[];
  /** Lines between them. */
  ways: string;
}

/** Drawing of each mode, on a field of 48 by 32. A mode without a drawing does not compile. */
const diagrams: Record<ModeName, Diagram> = {
  freeform: {
    people: [
      [24, 8],
      [10, 20],
      [24, 25],
      [38, 18],
    ],
    ways: 'M24 8 10 20M24 8 38 18M10 20 24 25M24 25 38 18',
  },
  threaded: {
    people: [
      [8, 7],
      [20, 16],
      [20, 26],
      [33, 16],
    ],
    ways: 'M8 7v19h12M8 16h12M20 16h13',
  },
  turn_queue: {
    people: [
      [9, 16],
      [23, 16],
      [32, 16],
      [41, 16],
    ],
    ways: 'M13 16h6',
  },
  limited_slots: {
    people: [
      [10, 18],
      [24, 18],
    ],
    ways: 'M4 26h12M18 26h12M32 26h12M38 14v8M34 18h8',
  },
  debate: {
    people: [
      [11, 16],
      [37, 9],
      [37, 23],
    ],
    ways: 'M24 4v24M15 14h6M33 10h-6M33 22h-6',
  },
  collab_roles: {
    people: [
      [24, 8],
      [12, 25],
      [36, 25],
    ],
    ways: 'M24 8 12 25M24 8 36 25M12 25h24',
  },
  roast_banter: {
    people: [
      [11, 16],
      [37, 16],
    ],
    ways: 'M15 12q9-6 18 0M33 20q-9 6-18 0',
  },
  crosstalk: {
    people: [
      [15, 15],
      [33, 15],
    ],
    ways: 'M6 27h36M19 15h10',
  },
  skit_chain: {
    people: [
      [12, 14],
      [24, 14],
      [36, 14],
    ],
    ways: 'M5 27h38M5 4q3 8 0 18M43 4q-3 8 0 18',
  },
  drum_pass: {
    people: [
      [24, 6],
      [37, 16],
      [24, 26],
      [11, 16],
    ],
    ways: 'M28 7q8 2 9 6M36 20q-2 5-8 6M20 26q-7-1-9-6M11 12q2-5 9-6',
  },
  idiom_chain: {
    people: [
      [8, 16],
      [19, 16],
      [30, 16],
      [41, 16],
    ],
    ways: 'M11 13q2-4 5 0M22 13q2-4 5 0M33 13q2-4 5 0',
  },
  poetry_duel: {
    people: [
      [10, 12],
      [38, 12],
    ],
    ways: 'M18 8h12M18 13h12M18 18h8M24 27l-5-3h10Z',
  },
  daily_checkin: { people: [[34, 20]], ways: 'M8 7h32v20H8ZM8 13h32M16 4v6M32 4v6' },
  intro_once: { people: [[14, 16]], ways: 'M5 6h38v20H5ZM23 13h14M23 19h10' },
};

/** Small drawing of a mode; the highlighted figure speaks. The mode's name is next to it. */
export function ModeGlyph({ mode, size = 28 }: { mode: string; size?: number }) {
  const diagram = Object.hasOwn(diagrams, mode) ? diagrams[mode as ModeName] : diagrams.freeform;
  return (
    <svg className="mode-glyph" width={size * 1.5} height={size} viewBox="0 0 48 32" aria-hidden="true">
      <path className="mode-glyph-ways" d={diagram.ways} />
      {diagram.people.map(([x, y], index) => (
        <circle key={`${x}-${y}`} className={index === 0 ? 'mode-glyph-speaker' : ''} cx={x} cy={y} r="3.6" />
      ))}
    </svg>
  );
}
