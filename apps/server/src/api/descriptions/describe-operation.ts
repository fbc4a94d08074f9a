import type { Route } from '@agent-home/http-contract';
import { describeFields, withDescription } from '@agent-home/protocol';
import { httpDescriptions } from './descriptions.ts';
import { schemaPath } from './schema-names.ts';

type Json = Record<string, unknown>;

/** Part of an OpenAPI operation that the table describes. */
export interface Operation {
  parameters?: Json[];
  requestBody?: Json;
  responses?: Json;
}

const problemPath = '/problem';

/** Texts that OpenAPI requires for responses, by status. */
const responses: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; a worker completes the request later',
  204: 'Success without a body',
  303: 'Redirect to the web UI',
};

/** Adds descriptions to the parameters, fields and responses of an operation. */
export function describeOperation(operation: Operation, route: Route): void {
  const { params, query, body } = route;
  const inPath = schemaPath(params);
  if (operation.parameters)
    operation.parameters = operation.parameters.map((parameter) => {
      const path = `${parameter.in === 'path' ? inPath : schemaPath(query)}/${String(parameter.name)}`;
      return parameter.in === 'header' ? parameter : withDescription(parameter, path, httpDescriptions);
    });
  if (operation.requestBody) operation.requestBody = withFields(operation.requestBody, schemaPath(body));
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const path = status === 'default' ? problemPath : schemaPath(route.responses?.[Number(status)]);
    const described = withFields(response as Json, path);
    const description = responses[status] ?? described.description;
    operation.responses = { ...operation.responses, [status]: { ...described, description } };
  }
}

/** Returns a request body or response whose schemas are described. */
function withFields(message: Json, path: string): Json {
  const content = message.content as Record<string, { schema: object }> | undefined;
  if (content === undefined) return message;
  const described = Object.entries(content).map(([type, media]) => [
    type,
    { ...media, schema: describeFields(media.schema, path, httpDescriptions) },
  ]);
  return { ...message, content: Object.fromEntries(described) };
}
