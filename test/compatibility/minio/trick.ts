import type { ObjectInfo } from '@agent-home/object-store';
import type { RawAnswer, RawRequest } from './raw-request.ts';
import type { Statement } from './session.ts';

export const BUCKET = 'agent-home';
export const KEY = 'topics/t1/messages/ada/m1';
export const SECRET_KEY = 'topics/t2/secret';
export const path = `/${BUCKET}/${KEY}`;

/** Object at KEY, if it exists, and its number of tags. */
export type FoundObject = (ObjectInfo & { tags: number }) | undefined;

/** Returns true if the response and the object show that a trick has worked. */
export type Worked = (answer: RawAnswer, object: FoundObject) => boolean;

export interface ProxyTrick {
  name: string;
  /** Statement of the credential's policy; a put on exactly KEY unless given. */
  statement?: Statement;
  request: RawRequest;
  worked: Worked;
}

export const accepted: Worked = ({ status }) => status === 200;
export const body = 'hello';

export function arn(key: string): string {
  return `arn:aws:s3:::${BUCKET}/${key}`;
}
