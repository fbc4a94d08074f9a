import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

/** As many colours as the terminal behind the stream has: none where there is none. NO_COLOR and FORCE_COLOR hold. */
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
/** On standard error. */
export const alarming = (text: string) => coloured(process.stderr, 'red', text);

const named = new Set<string>(['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'gray']);
/** Names that authors use, and the nearest that every terminal has. */
const likeness: Record<string, Colour> = {
  purple: 'magenta',
  pink: 'magenta',
  orange: 'yellow',
  grey: 'gray',
};

/** A text in the colour that an agent's file names: `cyan`, `#FF5733`. As it is where the terminal or the name has none. */
export function inColour(text: string, colour: string | undefined): string {
  if (colour === undefined) return text;
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [];
  if (red === undefined || green === undefined || blue === undefined) {
    const name = colour.toLowerCase();
    const known = named.has(name) ? (name as Colour) : likeness[name];
    return known === undefined ? text : coloured(process.stdout, known, text);
  }
  // Without colours the stream has nothing written around a text.
  if (strong('x') === 'x') return text;
  const numbers = [red, green, blue].map((part) => Number.parseInt(part, 16)).join(';');
  return `\u001b[38;2;${numbers}m${text}\u001b[39m`;
}
