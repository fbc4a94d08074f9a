import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import { parseXml } from '../http/xml.ts';
import type { Part, PartOpener } from '../storage/multipart-uploads.ts';
import type { PendingFile } from '../storage/pending-file.ts';
import { announceChange } from './announce.ts';
import { getUploadId, xmlReply } from './multipart-operations.ts';
import { assertOverwriteAllowed, parseObjectAcl } from './object-headers.ts';
import { type OssHandler, type OssRequest, requireKey } from './oss-request.ts';
import { receiveCommand } from './request-body.ts';
import { crc64Header } from './response-headers.ts';

const MIN_PART_BYTES = 100 * 1024;
export const MAX_PARTS = 10_000;
const MAX_COMMAND_BYTES = 4 * 1024 * 1024;

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

/** Returns the parts that the client lists, checked against the uploaded ones. */
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
  // Read outside the upload's lock, so that a client that never finishes its request does not block others.
  const { parts: uploaded } = services.uploads.get(getUploadId(request), key);
  const parts = await selectParts(request, new Map(uploaded.map((part) => [part.number, part])));
  const record = await services.uploads.finish(getUploadId(request), key, async (upload, current, open) => {
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
