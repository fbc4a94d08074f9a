import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import type { Part } from '../storage/multipart-uploads.ts';
import type { PendingFile } from '../storage/pending-file.ts';
import { MAX_PARTS } from './complete-multipart.ts';
import { openCopySource } from './copy-object.ts';
import { getUploadId, xmlReply } from './multipart-operations.ts';
import { type OssHandler, type OssRequest, requireKey } from './oss-request.ts';
import { receiveUpload } from './request-body.ts';
import { crc64Header } from './response-headers.ts';

function getPartNumber(request: OssRequest): number {
  const text = request.query.get('partNumber') ?? '';
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_PARTS) {
    throw new OssError('InvalidArgument', { message: 'Part number must be an integer between 1 and 10000.' });
  }
  return number;
}

function describePart(number: number, body: PendingFile, now: number): Part {
  const etag = body.md5().toString('hex').toUpperCase();
  return { number, etag, crc64: body.crc64, size: body.size, lastModified: wholeSeconds(now) };
}

export const uploadPart: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const number = getPartNumber(request);
  services.uploads.get(getUploadId(request), key);
  const body = services.objects.pending();
  await receiveUpload(request.incoming, body);
  const part = describePart(number, body, request.now);
  const md5 = body.md5().toString('base64');
  await services.uploads.putPart(getUploadId(request), key, part, body);
  return { status: 200, headers: { etag: `"${part.etag}"`, 'content-md5': md5, ...crc64Header(part.crc64) } };
};

export const uploadPartCopy: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const number = getPartNumber(request);
  services.uploads.get(getUploadId(request), key);
  const source = await openCopySource(request, services);
  if (source === 'not_modified') return { status: 304 };
  const body = services.objects.pending();
  try {
    const range = headerValue(request.headers, 'x-oss-copy-source-range');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = Math.min(Number(last ?? Number.POSITIVE_INFINITY), source.reader.size - 1);
    for await (const chunk of source.reader.chunks(start, end - start + 1)) await body.write(chunk);
  } catch (error) {
    await body.discard();
    throw error;
  } finally {
    await source.reader.close();
  }
  const part = describePart(number, body, request.now);
  await services.uploads.putPart(getUploadId(request), key, part, body);
  const root = { LastModified: new Date(part.lastModified).toISOString(), ETag: `"${part.etag}"` };
  // oss2 reads the ETag from the header, ali-oss from the document.
  return xmlReply('CopyPartResult', root, { etag: root.ETag });
};
