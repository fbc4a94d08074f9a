import { crc32, deflateRawSync } from 'node:zlib';

interface ZipEntry {
  name: string;
  content: Uint8Array;
}

/** 1 January 1980, the first day of the format, so that archives of the same files have the same bytes. */
const firstDay = 0x0021;
/** A regular file that its owner may write and others may read. */
const fileMode = (0o100644 << 16) >>> 0;

/** Returns a ZIP archive of these files, in this order. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = Buffer.from(name, 'utf8');
    const packed = deflateRawSync(content, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version of the format
    facts.writeUInt16LE(0x0800, 2); // names are UTF-8
    facts.writeUInt16LE(8, 4); // deflate
    facts.writeUInt16LE(firstDay, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    bodies.push(Buffer.from('PK\x03\x04'), facts, path, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(fileMode, 6);
    place.writeUInt32LE(offset, 10);
    // Made on Unix, so that the mode counts.
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), facts, place, path);
    offset += 4 + facts.length + path.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, listed, Buffer.from('PK\x05\x06'), end]);
}
