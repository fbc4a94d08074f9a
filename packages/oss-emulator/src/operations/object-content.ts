import { OssError } from '../http/oss-error.ts';
import type { OpenedObject } from '../storage/object-files.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { type OssRequest, type OssServices, requireKey } from './oss-request.ts';

export const NEEDS_RESTORING = new Set(['Archive', 'ColdArchive', 'DeepColdArchive']);

/**
 * Returns the key of the bytes that a read of `named` returns. Creating a symlink needs no permission on its target, so the
 * reader's own permission on the target decides.
 */
export function contentKey(request: OssRequest, named: StoredObject): string {
  if (named.symlinkTarget === undefined) return named.key;
  request.require({ action: 'oss:GetObject', key: named.symlinkTarget });
  return named.symlinkTarget;
}

export function assertSymlinkTarget(named: StoredObject, content: StoredObject | undefined): StoredObject {
  if (content === undefined) {
    throw new OssError(named.type === 'Symlink' ? 'SymlinkTargetNotExist' : 'NoSuchKey');
  }
  if (named.type === 'Symlink' && content.type === 'Symlink') throw new OssError('InvalidTargetType');
  return content;
}

export async function openContent(
  request: OssRequest,
  services: OssServices,
): Promise<{ named: StoredObject; content: OpenedObject }> {
  const opened = await services.objects.read(requireKey(request));
  if (opened === undefined) throw new OssError('NoSuchKey');
  if (opened.record.type !== 'Symlink') return { named: opened.record, content: opened };
  await opened.reader.close();
  const content = await services.objects.read(contentKey(request, opened.record));
  try {
    assertSymlinkTarget(opened.record, content?.record);
  } catch (error) {
    await content?.reader.close();
    throw error;
  }
  if (content === undefined) throw new OssError('SymlinkTargetNotExist');
  return { named: opened.record, content };
}
