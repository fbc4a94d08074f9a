import { z } from 'zod';
import { objectSchemas } from './registry.ts';

export interface JsonSchemaFile {
  /** `{kind}.v{schema_version}.gen.json` */
  name: string;
  text: string;
}

/** JSON Schema 2020-12 of every kind and version, as the files that are published beside the package. */
export function jsonSchemaFiles(): JsonSchemaFile[] {
  return Object.entries(objectSchemas).flatMap(([kind, versions]) =>
    Object.entries(versions).map(([version, schema]) => {
      const { $schema, ...content } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
      const document = { $schema, $id: `urn:agent-home:schema:${kind}:${version}`, title: kind, ...content };
      return { name: `${kind}.v${version}.gen.json`, text: `${JSON.stringify(document, null, 2)}\n` };
    }),
  );
}
