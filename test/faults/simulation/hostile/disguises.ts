import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** Forms in which a text may occur in a response: plain or in an encoding without a key. */
export function collectDisguises(text: string): { form: string; bytes: Buffer }[] {
  const bytes = Buffer.from(text);
  const each = (write: (byte: string) => string) =>
    [...bytes].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
  const forms: [form: string, text: string][] = [
    ['plain', text],
    ['upper case', text.toUpperCase()],
    ['hex', each((byte) => byte)],
    ['HEX', each((byte) => byte.toUpperCase())],
    ['percent', each((byte) => `%${byte}`)],
    ['percent', each((byte) => `%${byte.toUpperCase()}`)],
    ['JSON escapes', each((byte) => `\\u00${byte}`)],
    ['JSON escapes', each((byte) => `\\u00${byte.toUpperCase()}`)],
    ['UTF-16', [...text].join('\u0000')],
    ...base64Of(bytes).flatMap((core): [string, string][] => [
      ['base64', core],
      ['base64', core.replaceAll('+', '-').replaceAll('/', '_')],
    ]),
  ];
  const found = new Map(forms.map(([form, written]) => [written, form]));
  return [...found].map(([written, form]) => ({ form, bytes: Buffer.from(written, 'latin1') }));
}

/** Returns the parts of a base64 text that depend on these bytes alone, for each offset in a longer text. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = Math.floor(shifted.length / 3) * 3;
    return shifted
      .subarray(0, whole)
      .toString('base64')
      .slice(before === 0 ? 0 : 4);
  });
}

const gzipMark = Buffer.from([0x1f, 0x8b, 0x08]);
const mostUnpacked = 64 * 1024 * 1024;

/** Returns a response body and all data compressed inside it. */
export function unpacked(body: Buffer, head: string): Buffer[] {
  const encoding = /^content-encoding: *(\w+)/im.exec(head)?.[1];
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostUnpacked };
  const found = [body];
  const add = (unpack: () => Buffer) => {
    try {
      found.push(unpack());
    } catch {
      // No such thing was packed there.
    }
  };
  if (encoding === 'br') add(() => brotliDecompressSync(body, { maxOutputLength: mostUnpacked }));
  if (encoding === 'deflate') add(() => inflateSync(body, options));
  for (let at = body.indexOf(gzipMark), count = 0; at >= 0 && count < 8; count += 1) {
    const start = at;
    // Raw inflate accepts trailing bytes, which gunzip refuses; gunzip accepts names and comments in the
    // header, which raw inflate does not skip.
    add(() => inflateRawSync(body.subarray(start + 10), options));
    add(() => gunzipSync(body.subarray(start), options));
    at = body.indexOf(gzipMark, at + 1);
  }
  return found;
}
