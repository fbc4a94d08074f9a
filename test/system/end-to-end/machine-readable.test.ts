import { readdirSync, readFileSync } from 'node:fs';
import {
  allRoutes,
  endpointName,
  type Route,
  type SchemaIndex,
  schemaIndexSchema,
} from '@agent-home/http-contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHome, type TestHome } from '../../support/start-home.ts';

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; description?: string }[];
  responses: Record<string, { description?: string }>;
}

let home: TestHome;
let document: Json & {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Json };
};
let index: SchemaIndex;
beforeAll(async () => {
  home = await startHome({ worker: false });
  document = (await get('/openapi.json')) as typeof document;
  index = schemaIndexSchema.parse(await get('/v1/schemas'));
});
afterAll(() => home.close());

const get = async (path: string) => (await fetch(`${home.url}${path}`)).json() as Promise<Json>;

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  );
}

/** Returns every value named `schema`, at any depth. */
function schemasIn(value: unknown, at = ''): [at: string, schema: object][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'schema' && typeof inner === 'object' ? [[at, inner]] : schemasIn(inner, `${at}/${name}`),
  );
}

/** Returns the path of every field without a description, at any depth. */
function undescribedIn(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const missing = undescribedIn(inner, `${at}/${name}`);
    if (name !== 'properties') return missing;
    const fields = Object.entries(inner as Record<string, Json>);
    return [
      ...fields.flatMap(([field, { description }]) => (description ? [] : [`${at}/${field}`])),
      ...missing,
    ];
  });
}

/** Regular expression syntax that engines read differently, or not at all. */
const notPortable = [/\(\?[=!<]/, /\\[pPdDwWsSbBu1-9]/, /\(\?<[A-Za-z]/, /\\\//];

describe('schemas and the OpenAPI document', () => {
  test('a home serves every schema of its index', async () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    expect(index.schemas.length).toBeGreaterThan(150);
    for (const { name, path } of index.schemas) {
      const schema = await get(path);
      expect(schema).toMatchObject({
        title: name.replace(/\.v[0-9]+$/, ''),
        $id: expect.stringMatching(/^urn:agent-home:schema:/),
      });
      expect(ajv.validateSchema(schema), name).toBe(true);
    }
    expect(await get('/v1/schemas/nothing.v1')).toMatchObject({ code: 'not_found' });
  });

  test('every OpenAPI schema is readable by older tools', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const schemas = schemasIn(document.paths);
    expect(schemas.length).toBeGreaterThan(200);
    const wrong = schemas.filter(([, schema]) => ajv.validateSchema(schema) !== true).map(([at]) => at);
    expect(wrong).toEqual([]);
    // Tools that still read schemas by drafts before 2020, such as Schemathesis, reject tuples.
    const tuples = schemas.filter(([, schema]) => JSON.stringify(schema).includes('"prefixItems"'));
    expect(tuples.map(([at]) => at)).toEqual([]);
  });

  test('the index names keys and schemas of objects', () => {
    const kinds = JSON.parse(
      readFileSync(new URL('../../../docs/protocol/lists/object-kinds.json', import.meta.url), 'utf8'),
    ) as { kind: string; key: string; written_by: string }[];
    expect(index.objects.map(({ kind, key, written_by }) => ({ kind, key, written_by }))).toEqual(
      kinds.map(({ kind, key, written_by }) => ({ kind, key, written_by })),
    );
    for (const { kind, schemas } of index.objects) expect(schemas, kind).toContain(`${kind}.v1`);
    const member = index.objects.find(({ kind }) => kind === 'circle_member');
    expect(member?.schemas).toEqual(['circle_member.v1', 'circle_member_ended.v1']);
    expect(index.objects.find(({ kind }) => kind === 'topic_request')?.schemas).toEqual(['topic_request.v1']);
  });

  test('every pattern works in every regex engine', async () => {
    const schemas = await Promise.all(index.schemas.map(({ path }) => get(path)));
    const patterns = new Set([...patternsIn(document), ...schemas.flatMap(patternsIn)]);
    expect(patterns.size).toBeGreaterThan(10);
    for (const pattern of patterns) {
      expect(() => RE2JS.compile(pattern), pattern).not.toThrow();
      expect(
        notPortable.filter((form) => form.test(pattern)),
        pattern,
      ).toEqual([]);
    }
  });

  test('every field and parameter of the API has a description', async () => {
    const schemas = await Promise.all(index.schemas.map(async ({ name, path }) => [name, await get(path)]));
    expect(undescribedIn(Object.fromEntries(schemas), '')).toEqual([]);
    expect(undescribedIn(document.paths, '')).toEqual([]);
    const silent = operations().flatMap(({ at, operation: { summary, parameters = [], responses } }) => [
      ...(summary ? [] : [at]),
      ...parameters.flatMap(({ name, description }) => (description ? [] : [`${at} ${name}`])),
      ...Object.entries(responses).flatMap(([status, { description }]) =>
        description && description !== 'Default Response' ? [] : [`${at} ${status}`],
      ),
    ]);
    expect(silent).toEqual([]);
  });

  test('every operation has an id and security schemes', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9_]*[a-z0-9]$/);
    const schemes = new Set(Object.keys(document.components.securitySchemes));
    const used = operations().flatMap(({ operation }) =>
      operation.security.flatMap((each) => Object.keys(each)),
    );
    expect(new Set(used)).toEqual(schemes);
    const wanted = (at: string) => operations().find((each) => each.at === at)?.operation.security;
    expect(wanted('GET /v1/feed')).toEqual([{ agentSignature: [] }]);
    expect(wanted('POST /v1/admin/topics')).toEqual([{ bearerToken: [] }, { session: [] }]);
    expect(wanted('GET /v1/public/topics')).toContainEqual({});
    expect(wanted('GET /v1/schemas')).toEqual([]);
  });

  test('only idempotent operations declare the Idempotency-Key', () => {
    const saying = operations()
      .filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ at }) => at);
    const doneOnce = allRoutes.filter(({ isDoneOnce }: Route) => isDoneOnce).map(endpointName);
    expect(saying.toSorted()).toEqual(doneOnce.toSorted());
    const routes = new URL('../../../apps/server/src/api/routes/', import.meta.url);
    const sources = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const calls = sources.flatMap(
      (name) => readFileSync(new URL(name, routes), 'utf8').match(/answerOnce\(/g) ?? [],
    );
    expect(calls.length).toBe(doneOnce.length);
  });
});
