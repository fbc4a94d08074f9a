import * as contract from '@agent-home/http-contract';
import { describeFields, jsonSchemaFiles, objectKeyTable, withPortablePatterns } from '@agent-home/protocol';
import { z } from 'zod';
import { httpDescriptions } from '../../descriptions/descriptions.ts';
import { contractSchemas } from '../../descriptions/schema-names.ts';

type Schema = Record<string, unknown>;
type SchemaOf = contract.SchemaIndex['schemas'][number]['of'];

interface Entry {
  name: string;
  of: SchemaOf;
  schema: Schema;
}

const prefixes = { http: 'http', feed_event: 'feed' } as const;

/** Returns all schemas by name; created on first use. */
export function allSchemas(): ReadonlyMap<string, Entry> {
  const entries = [...ofObjects(), ...ofHttp(), ...ofFeedEvents()];
  return new Map(entries.map((entry) => [entry.name, entry]));
}

export function indexOf(schemas: ReadonlyMap<string, Entry>): contract.SchemaIndex {
  const named = [...schemas.values()];
  return {
    schemas: named.map(({ name, of }) => ({
      name,
      of,
      path: contract.pathTo(contract.schemaEndpoints.show, { params: { name } }),
    })),
    objects: Object.entries(objectKeyTable).map(([kind, { template, owner }]) => ({
      kind,
      key: template,
      written_by: owner,
      schemas: named
        .filter(({ of, name }) => of === 'object' && mayLieAt(kind, name))
        .map(({ name }) => name),
    })),
  };
}

/** Returns true if a schema applies to objects at a kind's keys: the kind itself, or its ended form. */
function mayLieAt(kind: string, name: string): boolean {
  return new RegExp(`^${kind}(_ended)?\\.v[0-9]+$`).test(name);
}

function ofObjects(): Entry[] {
  return jsonSchemaFiles().map(({ name, text }) => ({
    name: name.replace(/\.gen\.json$/, ''),
    of: 'object',
    schema: JSON.parse(text) as Schema,
  }));
}

/** Returns the schemas of HTTP bodies, named as in the contract: `feedSchema` is `http.feed`. */
function ofHttp(): Entry[] {
  return [...contractSchemas].map(([name, schema]) => toEntry(name, 'http', schema));
}

function ofFeedEvents(): Entry[] {
  return Object.entries(contract.feedPayloads).map(([type, schema]) => toEntry(type, 'feed_event', schema));
}

function toEntry(subject: string, of: keyof typeof prefixes, schema: z.ZodType): Entry {
  const { $schema, ...content } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const name = `${prefixes[of]}.${subject}`;
  const described = describeFields(content, `/${subject}`, httpDescriptions);
  const document = { $schema, $id: `urn:agent-home:schema:${name}`, title: name, ...described };
  return { name, of, schema: withPortablePatterns(document) };
}
