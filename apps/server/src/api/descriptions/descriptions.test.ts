import { feedPayloads } from '@agent-home/http-contract';
import { findDescriptionRow } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { completeDocument } from '../openapi/openapi-document.ts';
import { descriptionParts, httpDescriptions } from './descriptions.ts';
import { contractSchemas } from './schema-names.ts';

/** Returns the path of every field of a schema, at any depth. */
function fieldPaths(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([keyword, inner]: [string, unknown]) =>
    keyword === 'properties'
      ? Object.entries(inner as object).flatMap(([name, field]) => [
          `${path}/${name}`,
          ...fieldPaths(field, `${path}/${name}`),
        ])
      : fieldPaths(inner, path),
  );
}

function allPaths(): string[] {
  const schemas = [...contractSchemas, ...Object.entries(feedPayloads)].flatMap(([name, schema]) =>
    fieldPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), `/${name}`),
  );
  const problems = completeDocument({ paths: { '/healthz': { get: {} } } });
  return [...schemas, ...fieldPaths(problems, '/problem')];
}

test('every row describes a field', () => {
  const used = new Set(allPaths().map((path) => findDescriptionRow(path, httpDescriptions)));
  expect(Object.keys(httpDescriptions).filter((row) => !used.has(row))).toEqual([]);
});

test('no row is empty or repeats another', () => {
  const rows = descriptionParts.flatMap((part) => Object.keys(part));
  expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
  const idle = Object.entries(httpDescriptions).filter(([row, text]) => {
    const [, ...shorter] = row.split('/');
    const fallback = findDescriptionRow(shorter.join('/'), httpDescriptions);
    return text === '' || (fallback !== undefined && httpDescriptions[fallback] === text);
  });
  expect(idle.map(([row]) => row)).toEqual([]);
});
