import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

/** Colours text as far as the terminal supports it; without a terminal it stays plain. NO_COLOR and FORCE_COLOR apply. */
function coloured(stream: NodeJS.WriteStream, colour: Colour, text: string): string {
  return styleText(colour, text, { stream, validateStream: true });
}

/** Returns the sign at a line's start, for standard output. */
export function mark(sign: string): string {
  const colour = colours[sign];
  return colour === undefined ? sign : coloured(process.stdout, colour, sign);
}

const colours: Record<string, Colour> = {
  '✔': 'green',
  '○': 'yellow',
  '!': 'yellow',
  '✘': 'red',
  '–': 'gray',
};

export const faint = (text: string) => coloured(process.stdout, 'gray', text);
export const strong = (text: string) => coloured(process.stdout, 'bold', text);
/** Lines of a diff. */
export const added = (text: string) => coloured(process.stdout, 'green', text);
export const removed = (text: string) => coloured(process.stdout, 'red', text);
/** Red text for standard error. */
export const alarming = (text: string) => coloured(process.stderr, 'red', text);

const named = new Set<string>(['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'gray']);
/** Colour names that authors use, and the nearest colour that every terminal has. */
const likeness: Record<string, Colour> = {
  purple: 'magenta',
  pink: 'magenta',
  orange: 'yellow',
  grey: 'gray',
};

/** Colours text as an agent's file specifies: `cyan`, `#FF5733`. It stays plain without a terminal or for an unknown colour. */
export function inColour(text: string, colour: string | undefined): string {
  if (colour === undefined) return text;
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [];
  if (red === undefined || green === undefined || blue === undefined) {
    const name = colour.toLowerCase();
    const known = named.has(name) ? (name as Colour) : likeness[name];
    return known === undefined ? text : coloured(process.stdout, known, text);
  }
  // Without colour support, text is written unchanged.
  if (strong('x') === 'x') return text;
  const numbers = [red, green, blue].map((part) => Number.parseInt(part, 16)).join(';');
  return `\u001b[38;2;${numbers}m${text}\u001b[39m`;
}
