import { objectEndpoints, requestTo, schemaEndpoints } from '@agent-home/http-contract';
import type { AgentStore } from '@agent-home/object-store/agent';
import { objectKey } from '@agent-home/protocol';
import { described, isGood } from '../subject/answer.ts';
import type { Run } from '../subject/run.ts';

const policyKey = objectKey('platform_policy');

/** Checks public responses, on the object that every home has. */
export async function checkAnswers(run: Run, store: AgentStore): Promise<void> {
  const { findings, home, bucket } = run;
  await checkDocument(run);
  const request = requestTo(objectEndpoints.read, { query: { key: policyKey } });
  const shown = await home.ask(request);
  await bucket.read(store, 'platform_policy', policyKey);
  const bytes = await bucket.bytes(store, policyKey);
  const isSame = isGood(shown) && bytes !== undefined && shown.text === Buffer.from(bytes).toString('utf8');
  findings.judge('answers/public-object', !isSame && `${described(shown)}, and not what lies in the bucket`);
  const tag = shown.headers.get('etag');
  if (tag === null) return findings.fail('answers/etag', `${described(shown)} without an ETag`);
  const unchanged = await home.ask(request, { headers: { 'if-none-match': tag } });
  const other = await home.ask(request, { headers: { 'if-none-match': '"kit-never-seen"' } });
  const isRight = unchanged.status === 304 && unchanged.text === '' && other.status === 200;
  findings.judge(
    'answers/etag',
    !isRight && `${unchanged.status} to who has it, ${other.status} to who has something else`,
  );
}

async function checkDocument({ findings, home }: Run): Promise<void> {
  const answer = await home.ask(requestTo(schemaEndpoints.openApi));
  const { openapi, paths } = answer.json ?? {};
  const operations = Object.values((paths ?? {}) as Record<string, Record<string, { operationId?: unknown }>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => operation?.operationId);
  const ids = new Set(operations);
  const isOne =
    typeof openapi === 'string' &&
    openapi.startsWith('3.1') &&
    operations.length > 0 &&
    operations.every((id) => typeof id === 'string') &&
    ids.size === operations.length;
  findings.judge(
    'schemas/openapi',
    !isOne && `${described(answer)}: no OpenAPI 3.1 with one id for each operation`,
  );
}
