const kinds: { name: string; begins: number[] }[] = [
  { name: 'a PNG image', begins: [0x89, 0x50, 0x4e, 0x47] },
  { name: 'a JPEG image', begins: [0xff, 0xd8, 0xff] },
  { name: 'a GIF image', begins: [0x47, 0x49, 0x46, 0x38] },
  { name: 'a PDF document', begins: [0x25, 0x50, 0x44, 0x46] },
  { name: 'a ZIP archive, or a document that is one inside', begins: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a gzip archive', begins: [0x1f, 0x8b] },
  { name: 'a program', begins: [0x7f, 0x45, 0x4c, 0x46] },
  { name: 'text in UTF-16', begins: [0xff, 0xfe] },
  { name: 'text in UTF-16', begins: [0xfe, 0xff] },
];

/** Returns the kind of a binary file by its beginning; `undefined` for text. */
export function binaryKind(beginning: Buffer): string | undefined {
  const known = kinds.find(({ begins }) => begins.every((byte, index) => beginning[index] === byte));
  if (known !== undefined) return known.name;
  return beginning.includes(0) ? 'binary' : undefined;
}
