import { ToolFailure, type ToolFailureCode } from '../../outcomes/tool-failure.ts';

const meanings: Record<string, { code: ToolFailureCode; says: string }> = {
  ENOENT: { code: 'not_found', says: 'the path does not exist: find the path with glob' },
  ENOTDIR: { code: 'not_a_folder', says: 'part of the path is not a folder: check it with glob' },
  EISDIR: { code: 'not_a_file', says: 'the path is a folder: list it with glob' },
  ELOOP: { code: 'link_refused', says: 'symbolic links are not followed: use the path of the target' },
  EACCES: { code: 'not_permitted', says: 'the system denies access' },
  EPERM: { code: 'not_permitted', says: 'the system denies access' },
  EROFS: { code: 'not_permitted', says: 'the file system is read-only' },
  ENAMETOOLONG: { code: 'invalid_path', says: 'a name in the path is too long' },
  ENXIO: { code: 'not_a_file', says: 'the path is not a regular file' },
  ENOSPC: { code: 'file_error', says: 'the disk is full' },
  EDQUOT: { code: 'file_error', says: 'the disk is full' },
};

/**
 * Converts a system error for a path into a failure for the model. Other errors are bugs and are returned
 * unchanged.
 */
export function asToolFailure(error: unknown, shown: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  const { code: failure, says } = meanings[code] ?? {
    code: 'file_error',
    says: `the system reports ${code}`,
  };
  return new ToolFailure(failure, `${shown}: ${says}`);
}

export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}

export function isThereAlready(error: unknown): boolean {
  return systemCode(error) === 'EEXIST';
}

/** Returns true for a refusal of ours or of the system, false for a bug. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ToolFailure || systemCode(error) !== undefined;
}

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('errno' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
