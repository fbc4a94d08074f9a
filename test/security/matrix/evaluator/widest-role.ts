import { type PolicyDocument, parsePolicy } from '@agent-home/access';
import type { Store } from '../dimensions.ts';

/** Widest role that an operator could set up by mistake, so that only the session policy limits an agent. */
export const role: Record<Store, PolicyDocument> = {
  oss: parsePolicy('{"Version":"1","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}', 'oss'),
  s3: parsePolicy(
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}',
    's3',
  ),
};
