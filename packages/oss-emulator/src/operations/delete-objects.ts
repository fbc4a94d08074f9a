import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { assertKeyOfOss } from '../http/request-target.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';
import { parseXml, renderXml } from '../http/xml.ts';
import { announceChange } from './announce.ts';
import { type OssHandler, requireKey } from './oss-request.ts';
import { receiveCommand } from './request-body.ts';

const MAX_COMMAND_BYTES = 2 * 1024 * 1024;

/** Deletes an object. Deleting a missing one succeeds and causes no event. */
export const deleteObject: OssHandler = async (request, services) => {
  const removed = await services.objects.remove(requireKey(request));
  if (removed !== undefined) announceChange(services, request, 'ObjectRemoved:DeleteObject', removed);
  return { status: 204 };
};

const named = z.object({ Key: z.string().min(1), VersionId: z.undefined().optional() });
const commandSchema = z.object({
  Quiet: z.enum(['true', 'false']).default('false'),
  Object: z.union([z.array(named), named.transform((object) => [object])]).pipe(z.array(named).max(1000)),
});

/** Deletes several objects. One key that the signer may not delete causes the whole command to be denied. */
export const deleteMultipleObjects: OssHandler = async (request, services) => {
  const body = await receiveCommand(request.incoming, MAX_COMMAND_BYTES);
  const command = commandSchema.safeParse(parseXml(body, 'Delete'));
  if (!command.success) throw new OssError('MalformedXML');
  const keys = [...new Set(command.data.Object.map((object) => object.Key))];
  for (const key of keys) {
    assertKeyOfOss(key);
    request.require({ action: 'oss:DeleteObject', key });
  }

  for (const key of keys) {
    const removed = await services.objects.remove(key);
    if (removed !== undefined) announceChange(services, request, 'ObjectRemoved:DeleteObjects', removed);
  }
  if (command.data.Quiet === 'true') return { status: 200 };
  const encoded = request.query.get('encoding-type') === 'url';
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: renderXml('DeleteResult', {
      EncodingType: encoded ? 'url' : undefined,
      Deleted: keys.map((key) => ({ Key: encoded ? encodeUriComponent(key) : key })),
    }),
  };
};
