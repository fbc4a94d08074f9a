import { z } from 'zod';
import { describeFields, withDescription } from './describe-fields.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { withPortablePatterns } from './portable-pattern.ts';
import { endedSchemas, objectSchemas } from './registry.ts';

export interface JsonSchemaFile {
  /** `{kind}.v{schema_version}.gen.json` */
  name: string;
  text: string;
}

/** Returns the JSON Schema 2020-12 files of every kind and version, as published with the package. */
export function jsonSchemaFiles(): JsonSchemaFile[] {
  const ended = Object.values(endedSchemas).map(({ kind, ...versions }) => [kind, versions] as const);
  return [...Object.entries(objectSchemas), ...ended].flatMap(([kind, versions]) =>
    Object.entries(versions).map(([version, schema]) => {
      const { $schema, ...content } = withPortablePatterns(
        z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' }),
      );
      const path = `/${kind}`;
      const document = {
        $schema,
        $id: `urn:agent-home:schema:${kind}:${version}`,
        title: kind,
        ...withDescription(describeFields(content, path, fieldDescriptions), path, fieldDescriptions),
      };
      return { name: `${kind}.v${version}.gen.json`, text: `${JSON.stringify(document, null, 2)}\n` };
    }),
  );
}
