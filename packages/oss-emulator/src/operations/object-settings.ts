import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import { parseXml, renderXml } from '../http/xml.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { ownerElement } from './list-objects.ts';
import { assertTags, parseObjectAcl } from './object-headers.ts';
import { type OssHandler, type OssServices, requireKey } from './oss-request.ts';
import { receiveCommand } from './request-body.ts';

const MAX_COMMAND_BYTES = 64 * 1024;

function toRecord(services: OssServices, key: string): StoredObject {
  const record = services.objects.index.get(key);
  if (record === undefined) throw new OssError('NoSuchKey');
  return record;
}

/** Changes only the record. Last-Modified and ETag belong to the bytes and stay. */
async function changeRecord(
  services: OssServices,
  key: string,
  change: Partial<Pick<StoredObject, 'acl' | 'tags'>>,
): Promise<void> {
  await services.objects.update(key, async (existing, body) => {
    if (existing === undefined) throw new OssError('NoSuchKey');
    for await (const chunk of existing.reader.chunks(0, existing.reader.size)) await body.write(chunk);
    return { ...existing.record, ...change };
  });
}

export const getObjectAcl: OssHandler = async (request, services) => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: renderXml('AccessControlPolicy', {
    Owner: ownerElement(services),
    AccessControlList: { Grant: toRecord(services, requireKey(request)).acl },
  }),
});

export const putObjectAcl: OssHandler = async (request, services) => {
  const header = headerValue(request.headers, 'x-oss-object-acl');
  if (header === undefined)
    throw new OssError('MissingArgument', { message: 'x-oss-object-acl is missing.' });
  await changeRecord(services, requireKey(request), { acl: parseObjectAcl(header) });
  return { status: 200 };
};

export const getObjectTagging: OssHandler = async (request, services) => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: renderXml('Tagging', {
    TagSet: {
      Tag: toRecord(services, requireKey(request)).tags.map(([name, value]) => ({ Key: name, Value: value })),
    },
  }),
});

const tag = z
  .object({ Key: z.string(), Value: z.string() })
  .transform(({ Key, Value }): [string, string] => [Key, Value]);
const tagging = z.object({
  TagSet: z.object({ Tag: z.union([z.array(tag), tag.transform((one) => [one])]) }),
});

export const putObjectTagging: OssHandler = async (request, services) => {
  const body = await receiveCommand(request.incoming, MAX_COMMAND_BYTES);
  const parsed = tagging.safeParse(parseXml(body, 'Tagging'));
  if (!parsed.success) throw new OssError('MalformedXML');
  await changeRecord(services, requireKey(request), { tags: assertTags(parsed.data.TagSet.Tag) });
  return { status: 200 };
};

export const deleteObjectTagging: OssHandler = async (request, services) => {
  await changeRecord(services, requireKey(request), { tags: [] });
  return { status: 204 };
};
