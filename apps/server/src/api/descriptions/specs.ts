import type { FieldDescriptions } from '@agent-home/protocol';

/** Responses that contain versions of specs. */
const places = [
  ...['spec_version', 'withdrawn_spec', 'registered_spec', 'spec_list/items', 'spec_versions/items'],
  ...['spec_set/agent', 'spec_set/policies', 'spec_set/tools'],
];
const ofVersions = {
  kind: 'Kind of the spec: `agents`, `tools` or `policies`',
  name: 'Name in the document',
  version: 'Version in the document, without a leading `v`',
  owner_id: 'Owner of the name; `platform` if an admin registered it first',
};
const inVersions = Object.fromEntries(
  places.flatMap((place) => Object.entries(ofVersions).map(([field, text]) => [`${place}/${field}`, text])),
);
const inPaths = Object.fromEntries(
  ['spec_params', 'spec_set_params'].map((place) => [
    `${place}/version`,
    'Version in the document, or `newest` for the newest release',
  ]),
);

const withdrawals = Object.fromEntries(
  ['withdrawn_spec', 'spec_list/items', 'spec_versions/items'].map((place) => [
    `${place}/withdrawn_at`,
    'Time of the withdrawal, RFC 3339 in UTC; the text is deleted',
  ]),
);

/** Registry of agents, tools and policies. */
export const specs: FieldDescriptions = {
  ...inVersions,
  ...inPaths,
  ...withdrawals,
  'spec_params/kind': 'Kind of the spec',
  'spec_params/name': 'Name of the spec',
  'spec_version_params/kind': 'Kind of the document',
  'spec_version_params/name': 'Name that the document has',
  'spec_version_params/version': 'Version that the document has; a leading `v` has no meaning',
  'spec_name_params/kind': 'Kind of the spec',
  'spec_name_params/name': 'Name of the spec',
  'spec_set_params/name': 'Name of the agent',
  'spec_list_query/kind': 'Only specs of this kind',
  'spec_list_query/name': 'Only versions of this name',
  'spec_list_query/owner_id': 'Only specs of this owner; owners and agents see their own anyway',
  'spec_list/items': 'Versions by kind, name and version',
  'spec_versions/items': 'Versions: releases, newest first, then previews, newest first',
  'new_spec/file':
    'File name; its extension says how the content is written: `.md`, `.yaml`, `.yml` or `.json`',
  'new_spec/content': 'Text of the document, at most 256 kB in UTF-8',
  'registered_spec/file': 'File name of the document',
  'spec_set/agent/file': 'File name of the document',
  'spec_set/policies/file': 'File name of the document',
  'spec_set/tools/file': 'File name of the document',
  content: 'Text of the document as it was registered',
  sha256:
    'SHA-256, lowercase hex: of the bytes of an agent or tool, of the rules of a policy with defaults as canonical JSON',
  'spec_set/agent': 'The agent',
  'spec_set/policies': 'Policies that the agent names and the home has, in its order',
  'spec_set/tools': 'Newest releases of the tools that the list of the agent allows',
  'contract_schema_params/file': 'File name in the `$id` of the schema',
};
