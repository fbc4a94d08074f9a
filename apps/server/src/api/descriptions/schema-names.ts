import * as contract from '@agent-home/http-contract';
import { z } from 'zod';

/** Schemas of the contract by name: `feedSchema` is `feed`. */
export const contractSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(contract).flatMap(([exported, schema]): [string, z.ZodType][] =>
    schema instanceof z.ZodType && exported.endsWith('Schema') ? [[toName(exported), schema]] : [],
  ),
);

const names: ReadonlyMap<z.ZodType, string> = new Map(
  [...contractSchemas].map(([name, schema]) => [schema, name]),
);

/** Returns the path of a schema in the table of descriptions. */
export function schemaPath(schema: z.ZodType | undefined): string {
  return `/${(schema && names.get(schema)) ?? ''}`;
}

function toName(exported: string): string {
  return exported.slice(0, -'Schema'.length).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
