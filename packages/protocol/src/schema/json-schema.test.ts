import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agentCardSchema } from './agent-card.ts';
import { findDescriptionRow } from './describe-fields.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { jsonSchemaFiles } from './json-schema.ts';
import { endedSchemas, objectSchemas } from './registry.ts';

const folder = new URL('../../json-schema/', import.meta.url);

it('the JSON Schema files are what the code says', () => {
  const files = jsonSchemaFiles();
  expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
  for (const { name, text } of files) expect(readFileSync(new URL(name, folder), 'utf8')).toBe(text);
});

it('a longer prompt view makes a card invalid', () => {
  const schema = agentCardSchema.shape.prompt_view;
  const outsideTheBasicPlane = '\u{1F33E}';
  expect(schema.safeParse(outsideTheBasicPlane.repeat(600)).success).toBe(true);
  expect(schema.safeParse(outsideTheBasicPlane.repeat(601)).success).toBe(false);
  expect(schema.safeParse('x'.repeat(601)).success).toBe(false);
  const file = jsonSchemaFiles().find(({ name }) => name.startsWith('agent_card.'));
  const published = JSON.parse(file?.text ?? '{}') as { properties: { prompt_view: object } };
  // JSON Schema counts code points.
  expect(published.properties.prompt_view).toMatchObject({ type: 'string', maxLength: 600 });
});

it('every kind has an open JSON Schema with kind and version', () => {
  const kinds = jsonSchemaFiles().map(({ text }) => {
    const schema = JSON.parse(text) as {
      $id: string;
      $schema: string;
      additionalProperties: unknown;
      required: string[];
      properties: { kind: { const: string }; schema_version: { const: number } };
    };
    const { kind, schema_version: version } = schema.properties;
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(`urn:agent-home:schema:${kind.const}:${version.const}`);
    expect(schema.required).toEqual(expect.arrayContaining(['kind', 'schema_version']));
    expect(schema.additionalProperties).toEqual({});
    return kind.const;
  });
  const ended = Object.values(endedSchemas).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual([...Object.keys(objectSchemas), ...ended].sort());
});

interface Described {
  path: string;
  description: unknown;
}

/** Returns every field below a part of a schema, at any depth. */
function fieldsIn(part: unknown, path: string): Described[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([keyword, inner]: [string, unknown]) => {
    if (keyword !== 'properties') return fieldsIn(inner, path);
    return Object.entries(inner as Record<string, { description?: unknown }>).flatMap(([name, field]) => [
      { path: `${path}/${name}`, description: field.description },
      ...fieldsIn(field, `${path}/${name}`),
    ]);
  });
}

it('every schema and each of its fields has a description', () => {
  const fields = jsonSchemaFiles().flatMap(({ text }) => {
    const schema = JSON.parse(text) as { title: string; description?: unknown };
    const path = `/${schema.title}`;
    return [{ path, description: schema.description }, ...fieldsIn(schema, path)];
  });
  expect(fields.length).toBeGreaterThan(450);
  expect(fields.filter(({ description }) => !description).map(({ path }) => path)).toEqual([]);
  const used = new Set(fields.map(({ path }) => findDescriptionRow(path, fieldDescriptions)));
  expect(Object.keys(fieldDescriptions).filter((row) => !used.has(row))).toEqual([]);
});
