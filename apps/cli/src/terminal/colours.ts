import { styleText } from 'node:util';

type Colour = Parameters<typeof styleText>[0];

/** As many colours as the terminal behind the stream has: none where there is none. NO_COLOR and FORCE_COLOR hold. */
function coloured(stream: NodeJS.WriteStream, colour: Colour, text: string): string {
  return styleText(colour, text, { stream, validateStream: true });
}

/** What stands at a line's start, on standard output. */
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
