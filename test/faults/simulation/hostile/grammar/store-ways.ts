/** Headers that one put may carry. */
export const trimmings: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { 'content-encoding': 'gzip' },
  { 'x-oss-storage-class': 'Archive' },
  { 'x-oss-storage-class': 'ColdArchive' },
  { 'x-oss-object-acl': 'public-read' },
  { 'x-oss-tagging': 'a=b&c=%00' },
  { 'x-oss-meta-a': 'bell\u0007and\u0001more' },
  { 'x-oss-meta-b': 'ﷺ'.repeat(300) },
  { 'content-type': 'text/html' },
  { 'content-disposition': 'inline' },
  { 'x-oss-forbid-overwrite': 'true' },
  { expires: 'Thu, 01 Jan 1970 00:00:00 GMT' },
];

/** Ways to replace the object at a key by something other than a plain object, or other than the object seen there. */
export const ways = [
  'put',
  'symlink',
  'symlink',
  'symlink',
  'copy',
  'append',
  'multipart',
  'unfinished',
  'late multipart',
] as const;

export type Way = (typeof ways)[number];
