/** Encodings in which common programs print a text, each of which hides it from a plain text search. */
export const hiddenEncodings: Readonly<Record<string, (text: string) => string>> = {
  'grep --color': (text) =>
    `note:\u001b[m\u001b[K${text.slice(0, 5)}\u001b[01;31m\u001b[K${text.slice(5, 11)}\u001b[m\u001b[K${text.slice(11)}`,
  'hexdump -C': (text) => toLines(text, 16, (bytes) => `${pairs(bytes, ' ')}  |${shown(bytes)}|`, 8, '  '),
  hexdump: (text) => toLines(text, 16, (bytes) => words(bytes, swapped).join(' '), 7, ' '),
  xxd: (text) => toLines(text, 16, (bytes) => `${words(bytes).join(' ')}  ${shown(bytes)}`, 8, ': '),
  'xxd -i': (text) => `unsigned char key[] = {\n  ${[...getBytes(text)].map(hexByte).join(', ')}\n};`,
  od: (text) => toLines(text, 16, (bytes) => octalWords(bytes).join(' '), 7, ' ', 8),
  'od -b': (text) =>
    toLines(text, 16, (bytes) => [...bytes].map((byte) => padded(byte, 8, 3)).join(' '), 7, ' ', 8),
  'od -c': (text) => toLines(text, 16, (bytes) => ` ${[...shown(bytes)].join('   ')}`, 7, '  ', 8),
  base32: (text) => (base32(getBytes(text)).match(/.{1,76}/g) ?? []).join('\n'),
  'UTF-16': (text) => [...text].map((character) => `${character}\0`).join(''),
  'base64 of UTF-16': (text) => btoa([...text].map((character) => `${character}\0`).join('')),
  'hex of UTF-16': (text) => [...text].map((character) => `${pairs(getBytes(character), '')}00`).join(''),
  'JSON bytes': (text) => JSON.stringify({ type: 'Buffer', data: [...getBytes(text)] }),
  'bytes in lines': (text) => [...getBytes(text)].join('\n'),
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
};

const getBytes = (text: string) => new TextEncoder().encode(text);
const padded = (value: number, base: number, length: number) => value.toString(base).padStart(length, '0');
const hexByte = (byte: number) => `0x${padded(byte, 16, 2)}`;
const pairs = (bytes: Uint8Array, between: string) =>
  [...bytes].map((byte) => padded(byte, 16, 2)).join(between);
const shown = (bytes: Uint8Array) =>
  [...bytes].map((byte) => (byte < 0x20 || byte > 0x7e ? '.' : String.fromCharCode(byte))).join('');
const swapped = ([first = 0, second = 0]: readonly number[]) => [second, first];

function chunks(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function words(
  bytes: Uint8Array,
  order: (pair: readonly number[]) => number[] = (pair) => [...pair],
): string[] {
  return chunks(bytes, 2).map((pair) => pairs(Uint8Array.from(order([...pair])), ''));
}

function octalWords(bytes: Uint8Array): string[] {
  return chunks(bytes, 2).map(([first = 0, second = 0]) => padded(second * 256 + first, 8, 6));
}

function toLines(
  text: string,
  size: number,
  line: (bytes: Uint8Array) => string,
  digits: number,
  after: string,
  base = 16,
): string {
  const bytes = getBytes(text);
  const lines = chunks(bytes, size).map(
    (part, at) => `${padded(at * size, base, digits)}${after}${line(part)}`,
  );
  return [...lines, padded(bytes.length, base, digits)].join('\n');
}

function base32(bytes: Uint8Array): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...bytes].map((byte) => padded(byte, 2, 8)).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
