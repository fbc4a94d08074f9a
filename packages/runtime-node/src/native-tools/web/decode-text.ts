/** Part of a body in which HTML names its character set. */
const headBytes = 1024;

/** Returns the text of a body: by its byte order mark, the header, or its HTML; UTF-8 without any of them. */
export function decodeText(body: Buffer, contentType: string): string {
  const named = /;\s*charset="?([\w:.-]+)"?/i.exec(contentType)?.[1];
  const head = body.toString('latin1', 0, headBytes);
  const inPage = /<meta[^>]{0,200}charset=["']?([\w:.-]+)/i.exec(head)?.[1];
  for (const label of [markedCharset(body), named, inPage]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // An unknown name; the next one may be known.
    }
  }
  return new TextDecoder().decode(body);
}

function markedCharset(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}
