import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import { parseXml, renderXml, type XmlElement } from '../http/xml.ts';
import type { Part, PartOpener } from '../storage/multipart-uploads.ts';
import type { PendingFile } from '../storage/pending-file.ts';
import { announceChange } from './announce.ts';
import { openCopySource } from './copy-object.ts';
import { assertOverwriteAllowed, describeFromHeaders, parseObjectAcl } from './object-headers.ts';
import { type OssHandler, type OssRequest, requireKey } from './oss-request.ts';
import { receiveCommand, receiveUpload } from './request-body.ts';
import { crc64Header } from './response-headers.ts';

const MIN_PART_BYTES = 100 * 1024;
const MAX_PARTS = 10_000;
const MAX_COMMAND_BYTES = 4 * 1024 * 1024;

const xmlReply = (name: string, root: XmlElement, headers: Record<string, string> = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/xml', ...headers },
  body: renderXml(name, root),
});
const uploadIdOf = (request: OssRequest) => request.query.get('uploadId') ?? '';

function partNumberOf(request: OssRequest): number {
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

export const initiateMultipartUpload: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const description = describeFromHeaders(request);
  assertOverwriteAllowed(request, services.objects.index.get(key), services);
  const upload = await services.uploads.initiate({
    key,
    initiatedAt: wholeSeconds(request.now),
    description,
  });
  return xmlReply('InitiateMultipartUploadResult', {
    Bucket: services.bucketName,
    Key: key,
    UploadId: upload.id,
  });
};

export const uploadPart: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const number = partNumberOf(request);
  services.uploads.get(uploadIdOf(request), key);
  const body = services.objects.pending();
  await receiveUpload(request.incoming, body);
  const part = describePart(number, body, request.now);
  const md5 = body.md5().toString('base64');
  await services.uploads.putPart(uploadIdOf(request), key, part, body);
  return { status: 200, headers: { etag: `"${part.etag}"`, 'content-md5': md5, ...crc64Header(part.crc64) } };
};

export const uploadPartCopy: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const number = partNumberOf(request);
  services.uploads.get(uploadIdOf(request), key);
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
  await services.uploads.putPart(uploadIdOf(request), key, part, body);
  const root = { LastModified: new Date(part.lastModified).toISOString(), ETag: `"${part.etag}"` };
  // oss2 reads it in the header, ali-oss in the document.
  return xmlReply('CopyPartResult', root, { etag: root.ETag });
};

const partElement = z
  .object({
    PartNumber: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
    ETag: z.string(),
  })
  .transform(({ PartNumber, ETag }) => ({
    number: PartNumber,
    etag: ETag.trim()
      .replace(/^"(.*)"$/, '$1')
      .toUpperCase(),
  }));
const commandSchema = z.object({
  Part: z.union([z.array(partElement).min(1).max(MAX_PARTS), partElement.transform((part) => [part])]),
});

/** The parts that the client lists, checked against what was uploaded. */
async function selectParts(request: OssRequest, uploaded: ReadonlyMap<number, Part>): Promise<Part[]> {
  const body = await receiveCommand(request.incoming, MAX_COMMAND_BYTES);
  if (headerValue(request.headers, 'x-oss-complete-all') === 'yes') {
    return [...uploaded.values()].sort((left, right) => left.number - right.number);
  }
  const command = commandSchema.safeParse(parseXml(body, 'CompleteMultipartUpload'));
  if (!command.success) throw new OssError('MalformedXML');
  return command.data.Part.map((listed, position, all) => {
    if (position > 0 && listed.number <= (all[position - 1]?.number ?? 0)) {
      throw new OssError('InvalidPartOrder');
    }
    const part = uploaded.get(listed.number);
    if (part === undefined || part.etag !== listed.etag) throw new OssError('InvalidPart');
    return part;
  });
}

async function assembleParts(parts: Part[], open: PartOpener, body: PendingFile): Promise<string> {
  if (parts.length === 0) throw new OssError('InvalidPart');
  if (parts.slice(0, -1).some((part) => part.size < MIN_PART_BYTES)) throw new OssError('EntityTooSmall');
  const digests = createHash('md5');
  for (const part of parts) {
    digests.update(Buffer.from(part.etag, 'hex'));
    const reader = await open(part.number);
    try {
      for await (const chunk of reader.chunks(0, reader.size)) await body.write(chunk);
    } finally {
      await reader.close();
    }
  }
  return `${digests.digest('hex').toUpperCase()}-${parts.length}`;
}

export const completeMultipartUpload: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const acl = headerValue(request.headers, 'x-oss-object-acl');
  const ownAcl = acl === undefined ? {} : { acl: parseObjectAcl(acl) };
  // Read outside the upload's lock: a client that never ends its command holds up nobody.
  const { parts: uploaded } = services.uploads.get(uploadIdOf(request), key);
  const parts = await selectParts(request, new Map(uploaded.map((part) => [part.number, part])));
  const record = await services.uploads.finish(uploadIdOf(request), key, async (upload, current, open) => {
    if (parts.some((part) => current.get(part.number)?.etag !== part.etag)) throw new OssError('InvalidPart');
    const body = services.objects.pending();
    const etag = await assembleParts(parts, open, body).catch(async (error) => {
      await body.discard();
      throw error;
    });
    return services.objects.put(key, body, (existing) => {
      assertOverwriteAllowed(request, existing, services);
      return {
        ...upload.description,
        ...ownAcl,
        key,
        type: 'Multipart',
        size: body.size,
        etag,
        crc64: body.crc64,
        lastModified: wholeSeconds(request.now),
      };
    });
  });
  announceChange(services, request, 'ObjectCreated:CompleteMultipartUpload', record);
  const root = {
    Location: `http://${services.bucketName}.oss-${services.region}.aliyuncs.com/${encodeURI(key)}`,
    Bucket: services.bucketName,
    Key: key,
    ETag: `"${record.etag}"`,
  };
  return xmlReply('CompleteMultipartUploadResult', root, { etag: root.ETag, ...crc64Header(record.crc64) });
};

export const abortMultipartUpload: OssHandler = async (request, services) => {
  await services.uploads.abort(uploadIdOf(request), requireKey(request));
  return { status: 204 };
};
