import { createHash } from 'node:crypto';
import { OssError } from '../http/oss-error.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import type { PendingFile } from '../storage/pending-file.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { announceChange } from './announce.ts';
import { describeFromHeaders } from './object-headers.ts';
import { type OssHandler, requireKey } from './oss-request.ts';
import { MAX_UPLOAD_BYTES, receiveUpload } from './request-body.ts';
import { crc64Header } from './response-headers.ts';

function assertAppendable(existing: StoredObject | undefined, position: number): void {
  if (existing !== undefined && existing.type !== 'Appendable') throw new OssError('ObjectNotAppendable');
  const length = existing?.size ?? 0;
  if (position !== length) {
    throw new OssError('PositionNotEqualToLength', {
      headers: { 'x-oss-next-append-position': String(length) },
    });
  }
}

async function copyInto(chunks: AsyncIterable<Buffer>, body: PendingFile): Promise<void> {
  for await (const chunk of chunks) await body.write(chunk);
}

/** Appends by rewriting the whole object, so that a crash leaves the object from before this append. */
export const appendObject: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const positionText = request.query.get('position') ?? '';
  if (!/^\d{1,15}$/.test(positionText)) {
    throw new OssError('InvalidArgument', { message: 'The append position is not valid.' });
  }
  const position = Number(positionText);
  const description = describeFromHeaders(request);
  assertAppendable(services.objects.index.get(key), position);

  const addition = services.objects.pending();
  await receiveUpload(request.incoming, addition);
  try {
    const record = await services.objects.update(key, async (existing, body) => {
      assertAppendable(existing?.record, position);
      if (position + addition.size > MAX_UPLOAD_BYTES) throw new OssError('EntityTooLarge');
      if (existing !== undefined) await copyInto(existing.reader.chunks(0, existing.reader.size), body);
      await copyInto(addition.content(), body);
      const chained = createHash('md5').update(
        `${existing?.record.etag ?? ''}:${body.md5().toString('hex')}`,
      );
      return {
        ...(existing?.record ?? description),
        key,
        type: 'Appendable',
        size: body.size,
        crc64: body.crc64,
        etag: chained.digest('hex').toUpperCase(),
        lastModified: wholeSeconds(request.now),
      };
    });
    announceChange(services, request, 'ObjectCreated:AppendObject', record);
    return {
      status: 200,
      headers: {
        etag: `"${record.etag}"`,
        'x-oss-next-append-position': String(record.size),
        ...crc64Header(record.crc64),
      },
    };
  } finally {
    await addition.discard();
  }
};
