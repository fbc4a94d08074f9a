/** The parts of `acs:oss:{region}:{account}:{bucket or bucket/key}`; the last may hold colons itself. */
export interface RamResourceName {
  region: string;
  account: string;
  relativeId: string;
}

const RAM_RESOURCE = /^acs:oss:([^:]*):([^:]*):(.+)$/s;
const S3_RESOURCE = /^arn:aws:s3:::([^/].*)$/s;

/** `undefined` for anything that does not name an OSS resource. */
export function parseRamResourceName(text: string): RamResourceName | undefined {
  const [, region, account, relativeId] = RAM_RESOURCE.exec(text) ?? [];
  if (region === undefined || account === undefined || relativeId === undefined) return undefined;
  return { region, account, relativeId };
}

/** What follows `arn:aws:s3:::`, or `undefined`; a leading slash names no bucket. */
export function parseS3ResourceName(text: string): string | undefined {
  return S3_RESOURCE.exec(text)?.[1];
}
