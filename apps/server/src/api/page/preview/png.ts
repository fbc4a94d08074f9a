import { deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** Picture with few colours: each pixel is an index into the palette. */
export class PalettePicture {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;
  readonly #palette: Colour[] = [];

  constructor(width: number, height: number, ground: Colour) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height);
    this.#placeOf(ground);
  }

  /** Draws a filled rectangle, clipped to the picture. */
  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    const place = this.#placeOf(colour);
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    if (left >= right) return;
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++)
      this.#pixels.fill(place, row * this.width + left, row * this.width + right);
  }

  /** Encodes the picture as a PNG file (ISO/IEC 15948). Squares need neither a browser nor a font. */
  toPng(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // Eight bits per pixel, with a palette; the other fields have only one valid value.
    header.set([8, 3, 0, 0, 0], 8);
    // Each row begins with its filter type: 0, unfiltered.
    const rows = Buffer.alloc((this.width + 1) * this.height);
    for (let row = 0; row < this.height; row++)
      rows.set(this.#pixels.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(this.#palette.flat())),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  #placeOf(colour: Colour): number {
    const known = this.#palette.findIndex((one) => one.every((part, index) => part === colour[index]));
    if (known >= 0) return known;
    if (this.#palette.length > 255) throw new RangeError('a palette has 256 colours');
    return this.#palette.push(colour) - 1;
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(checksum(named), named.length + 4);
  return framed;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Computes CRC-32 as PNG defines it. */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
