import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codesDeclaredAs } from './collect-messages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Closed list of codes: the declaration that lists them, or the class whose member `code` does. */
interface CodeList {
  name: string;
  path: string;
  /** Codes whose texts come from outside, or are read only by programs, with the reason. */
  without?: Readonly<Record<string, string>>;
}

const lists: readonly CodeList[] = [
  { name: 'ApiErrorCode', path: 'apps/server/src/api/errors/api-error.ts' },
  { name: 'PlatformErrorCode', path: 'packages/platform/src/foundation/errors/platform-error.ts' },
  {
    name: 'codes',
    path: 'apps/server/src/a2a/calls/errors.ts',
    without: { parse_error: 'the text is that of malformed_json' },
  },
  { name: 'verificationCodes', path: 'packages/protocol/src/cert/verification-error.ts' },
  { name: 'JsonErrorCode', path: 'packages/protocol/src/json/json-error.ts' },
  { name: 'denialCodes', path: 'packages/access/src/grants/denial.ts' },
  { name: 'modeDenialCodes', path: 'packages/protocol/src/denials/mode-denials.ts' },
  { name: 'reasons', path: 'packages/modes/src/reasons/reasons.ts' },
  { name: 'BackupErrorCode', path: 'packages/platform/src/database/backup/backup-error.ts' },
  { name: 'BucketErrorCode', path: 'packages/platform/src/publication/keys/require-own-bucket.ts' },
  { name: 'IdiomFileCode', path: 'packages/platform/src/foundation/judges/idiom-dictionary.ts' },
  { name: 'KeysErrorCode', path: 'packages/platform/src/publication/keys/keys-error.ts' },
  {
    name: 'ObjectStoreErrorCode',
    path: 'packages/object-store/src/port/object-store-error.ts',
    without: {
      already_exists: 'the text is the code of the vendor',
      precondition_failed: 'the text is the code of the vendor',
      credentials_expired: 'the text is the code of the vendor',
      throttled: 'the text is the code of the vendor',
    },
  },
  { name: 'UsageError', path: 'packages/sdk/src/errors/agent-home-error.ts' },
  { name: 'ConnectionError', path: 'packages/sdk/src/errors/api-error.ts' },
  { name: 'CircleErrorCode', path: 'packages/sdk/src/errors/circle-error.ts' },
  { name: 'IdentityError', path: 'packages/sdk/src/errors/identity-error.ts' },
  { name: 'JoinError', path: 'packages/sdk/src/errors/join-error.ts' },
  { name: 'PolicyError', path: 'packages/sdk/src/errors/policy-error.ts' },
  { name: 'PromptErrorCode', path: 'packages/sdk/src/errors/prompt-error.ts' },
  { name: 'TaskErrorCode', path: 'packages/sdk/src/errors/task-error.ts' },
  { name: 'TopicError', path: 'packages/sdk/src/errors/topic-error.ts' },
  { name: 'TrustStoreError', path: 'packages/sdk/src/errors/trust-store-error.ts' },
  { name: 'refusals', path: 'packages/mcp-server/src/answers/refusals.ts' },
  {
    name: 'problemCodes',
    path: 'packages/agent-runtime/src/definition/problems/problem.ts',
    without: {
      json_invalid: 'the text is that of the JSON error',
      name_collision: 'the text lists the names',
      duplicate_edge: 'a function of the file writes the text',
      prompt_too_long: 'a function of the file writes the text',
    },
  },
  { name: 'runtimeErrorCodes', path: 'packages/agent-runtime/src/errors/runtime-error.ts' },
  { name: 'logErrorCodes', path: 'packages/agent-runtime/src/run-log/record/log-error.ts' },
  {
    name: 'setupErrorCodes',
    path: 'packages/runtime-node/src/setup/setup-error.ts',
    without: { secret_file_refused: 'a function of the file writes the text' },
  },
  { name: 'registryErrorCodes', path: 'packages/runtime-node/src/definitions/registry/registry-error.ts' },
  { name: 'runStoreErrorCodes', path: 'packages/runtime-node/src/run-store/run-store-error.ts' },
  { name: 'stateFolderErrorCodes', path: 'packages/runtime-node/src/state/state-folder-error.ts' },
  {
    name: 'toolFailureCodes',
    path: 'packages/runtime-node/src/outcomes/tool-failure.ts',
    without: {
      tool_failed: 'the text is that of the tool',
      text_not_found: 'a function of the file writes the text',
      http_status: 'the code is chosen by the status',
      module_threw: 'the text is that of the module',
      mcp_login_required: 'the text is that of LoginRequired',
    },
  },
  { name: 'policiesErrorCodes', path: 'packages/runtime-node/src/resident/identity/policies-error.ts' },
  { name: 'validatorErrorCodes', path: 'packages/runtime-node/src/guardrails/validator-error.ts' },
  {
    name: 'mcpProblemCodes',
    path: 'packages/runtime-node/src/mcp/mcp-problem.ts',
    without: {
      server_not_started: 'the text is that of the connection',
      server_ended: 'the text is that of the connection',
      server_flooded: 'the text is that of the connection',
      server_said_nonsense: 'the text is that of the connection',
    },
  },
  { name: 'loginErrorCodes', path: 'packages/runtime-node/src/mcp/log-in.ts' },
  { name: 'McpConfigError', path: 'packages/runtime-node/src/mcp/server-config.ts' },
  { name: 'MemoryErrorCode', path: 'packages/runtime-node/src/memory/memory-error.ts' },
  { name: 'TracingErrorCode', path: 'packages/runtime-node/src/tracing/tracing-error.ts' },
  {
    name: 'ScriptErrorCode',
    path: 'packages/model-emulator/src/scripts/script-error.ts',
    without: { unknown_value: 'the text is that of the pattern' },
  },
  {
    name: 'wireErrorCodes',
    path: 'packages/model-emulator/src/wire/wire-error.ts',
    without: {
      conflict: 'the script has the text',
      unprocessable: 'the script has the text',
      overloaded: 'the script has the text',
    },
  },
  { name: 'KINDS', path: 'packages/oss-emulator/src/sts/sts-error.ts' },
  {
    name: 'KitErrorCode',
    path: 'packages/conformance/src/errors/kit-error.ts',
    without: { registration_refused: 'the text quotes the response of the home' },
  },
  { name: 'agentErrorCodes', path: 'packages/agent/src/agent-error.ts' },
  { name: 'CreateError', path: 'packages/create-agent-home/src/project/create-error.ts' },
  {
    name: 'AgentCommandErrorCode',
    path: 'apps/cli/src/errors/command-errors.ts',
    without: { prompt_too_large: 'a constant of another file has the text' },
  },
  { name: 'AuthoringErrorCode', path: 'apps/cli/src/errors/command-errors.ts' },
  { name: 'BatchErrorCode', path: 'apps/cli/src/errors/command-errors.ts' },
  { name: 'FolderBackupErrorCode', path: 'apps/cli/src/errors/command-errors.ts' },
  { name: 'HomeErrorCode', path: 'apps/cli/src/errors/command-errors.ts' },
  { name: 'ReadingErrorCode', path: 'apps/cli/src/errors/command-errors.ts' },
];

/** Returns every closed list with its codes. */
export function readCodeLists(): (CodeList & { codes: string[] })[] {
  return lists.map((list) => ({
    ...list,
    codes: codesDeclaredAs(list.name, list.path, readFileSync(`${root}${list.path}`, 'utf8')),
  }));
}
