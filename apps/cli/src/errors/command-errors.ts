import type { RuntimeSetupErrorCode } from '@agent-home/agent/runtimes';
import type { RuntimeErrorCode } from '@agent-home/agent-runtime';
import type { ProblemCode } from '@agent-home/agent-runtime/definition';
import type { PolicySpecError } from '@agent-home/agent-runtime/policy';
import type { DisclosureErrorCode, LogErrorCode } from '@agent-home/agent-runtime/run-log';
import type { KitErrorCode } from '@agent-home/conformance';
import type {
  AnswerRefusedError,
  LoginErrorCode,
  McpConfigError,
  RunStoreErrorCode,
  SetupErrorCode,
} from '@agent-home/runtime-node';
import type { RegistryErrorCode } from '@agent-home/runtime-node/definitions';
import type { StateFolderErrorCode } from '@agent-home/runtime-node/state';
import type { AgentHomeError, VerificationError } from '@agent-home/sdk';
import { type CommandError, defineErrors } from './command-error.ts';

// Subjects of errors, each with its closed codes. Only types of other packages are imported: every command loads this file.

type AgentCommandErrorCode =
  | 'agent_not_found'
  | 'ambiguous_id'
  | 'invalid_id'
  | 'memory_unavailable'
  | 'model_exists'
  | 'model_in_use'
  | 'no_memory'
  | 'no_context'
  | 'no_graph'
  | 'no_route'
  | 'routing_off'
  | 'confirmation_missing'
  | 'file_exists'
  | 'home_not_trusted'
  | 'not_written'
  | 'invalid_definition'
  | 'invalid_session'
  | 'invalid_settings'
  | 'not_supported'
  | 'project_not_trusted'
  | 'prompt_in_home'
  | 'prompt_missing'
  | 'prompt_too_large'
  | 'invalid_arguments'
  | 'project_not_found'
  | 'project_too_large'
  | 'terminal_required'
  | 'tool_not_found'
  | 'trust_changed'
  | RuntimeSetupErrorCode
  | SetupErrorCode
  | McpConfigError['code']
  | LoginErrorCode
  | PolicySpecError['code']
  | ProblemCode;

/** An agent defined in files cannot be used as it is. */
export const AgentCommandError = defineErrors<AgentCommandErrorCode>('AgentCommandError', {
  exitCode: 2,
  except: ['trust_changed', 'memory_unavailable', 'not_written', 'mcp_login_refused', 'mcp_login_failed'],
});
export type AgentCommandError = CommandError<AgentCommandErrorCode>;

/** The answer to an approval was not accepted. */
export const ApprovalCommandError = defineErrors<
  | 'no_such_pattern'
  | 'no_such_question'
  | 'wrong_kind_of_answer'
  | 'approval_expired'
  | AnswerRefusedError['code']
>('ApprovalCommandError', {
  exitCode: 1,
  except: ['no_such_pattern', 'no_such_question', 'wrong_kind_of_answer'],
});

type AuthoringErrorCode =
  | 'agent_exists'
  | 'changed_meanwhile'
  | 'editor_failed'
  | 'editor_missing'
  | 'invalid_arguments'
  | 'invalid_definition'
  | 'not_written'
  | 'symbolic_link'
  | 'template_not_found';

/** The file of an agent was not created, changed or removed. */
export const AuthoringError = defineErrors<AuthoringErrorCode>('AuthoringError', {
  exitCode: 2,
  except: ['changed_meanwhile', 'editor_failed', 'not_written'],
});
export type AuthoringError = CommandError<AuthoringErrorCode>;

type BatchErrorCode =
  | 'batch_damaged'
  | 'batch_exists'
  | 'batch_not_found'
  | 'batch_of_another'
  | 'input_unreadable'
  | 'invalid_arguments'
  | 'not_a_batch'
  | 'output_unusable'
  | 'prompt_missing';

/** A batch could not begin or continue. */
export const BatchError = defineErrors<BatchErrorCode>('BatchError', {
  exitCode: 2,
  except: ['batch_damaged', 'output_unusable'],
});
export type BatchError = CommandError<BatchErrorCode>;

/** The environment or the command line of a process is not usable. */
export const ConfigurationError = defineErrors<'invalid_configuration'>('ConfigurationError', {
  exitCode: 1,
});
export type ConfigurationError = CommandError<'invalid_configuration'>;

/** Thrown if the kit could not test the protocol at all. */
export const ConformanceError = defineErrors<KitErrorCode | 'invalid_arguments' | 'unreadable_file'>(
  'ConformanceError',
  { exitCode: 1, except: ['invalid_arguments', 'unreadable_file'] },
);

type FolderBackupErrorCode =
  | 'not_a_backup'
  | 'damaged_backup'
  | 'folder_not_empty'
  | 'home_too_busy'
  | 'no_database_named'
  | 'restore_unfinished';

/** The backup of a data folder could not be made or restored. */
export const FolderBackupError = defineErrors<FolderBackupErrorCode>('FolderBackupError', { exitCode: 1 });
export type FolderBackupError = CommandError<FolderBackupErrorCode>;

type HomeErrorCode =
  | 'no_home_here'
  | 'no_root_set'
  | 'already_running'
  | 'data_folder_unknown'
  | 'invalid_definition'
  | 'invalid_pace'
  | 'judge_model_not_configured'
  | 'resident_model_not_configured'
  | 'resident_runs_already';

/** A home cannot be found, trusted or started. */
export const HomeError = defineErrors<HomeErrorCode>('HomeError', { exitCode: 1 });
export type HomeError = CommandError<HomeErrorCode>;

type HomeSpecErrorCode =
  | 'bad_answer'
  | 'home_refused'
  | 'home_token_missing'
  | 'home_unreachable'
  | 'home_url_missing'
  | 'insecure_url';

/** The registry of specs in a home cannot be used. */
export const HomeSpecError = defineErrors<HomeSpecErrorCode>('HomeSpecError', {
  exitCode: 1,
  except: ['home_token_missing', 'home_url_missing', 'insecure_url'],
});
export type HomeSpecError = CommandError<HomeSpecErrorCode>;

/** Codes of the SDK and of the joined home are added. The home's codes are an open set, because another program defines them. */
type JoiningErrorCode = AgentHomeError['code'] | VerificationError['code'];

/** `agent-home join` did not succeed. */
export const JoiningError = defineErrors<JoiningErrorCode>('JoiningError', {
  exitCode: 1,
  except: [
    'identity_in_use',
    'insecure_url',
    'invalid_fingerprint',
    'invalid_url',
    'key_unknown',
    'missing_root_set',
    'no_terminal',
    'not_confirmed',
  ],
});

export type ReadingErrorCode = 'agent_needed' | 'not_found' | 'not_your_home' | 'beyond_end';

/** A topic could not be read. */
export const ReadingError = defineErrors<ReadingErrorCode>('ReadingError', { exitCode: 1 });

/** A file of work in a task could not be handed in or written. */
export const TaskFileError = defineErrors<
  'file_too_large' | 'file_unreadable' | 'file_exists' | 'file_unwritable' | 'no_artifact'
>('TaskFileError', { exitCode: 1 });

/** A command about runs did not succeed. */
export const RunCommandError = defineErrors<
  | 'no_runs'
  | 'ambiguous_run'
  | 'not_resumable'
  | 'delegation_mismatch'
  | 'invalid_value'
  | 'export_failed'
  | 'page_missing'
  | 'port_in_use'
  | 'port_unusable'
  | 'file_exists'
  | 'file_unreadable'
  | 'invalid_root_set'
  | DisclosureErrorCode
  | RunStoreErrorCode
  | LogErrorCode
  | RuntimeErrorCode
>('RunCommandError', {
  exitCode: 1,
  except: [
    'no_such_run',
    'invalid_run_id',
    'ambiguous_run',
    'no_runs',
    'not_resumable',
    'no_such_checkpoint',
    'invalid_value',
    'file_exists',
    'file_unreadable',
    'invalid_root_set',
    'not_a_disclosure',
  ],
});

/** A script of the model emulator is missing or invalid. */
export const ScriptFileError = defineErrors<'invalid_script'>('ScriptFileError', { exitCode: 1 });

/** The registry of specs refuses a request as it was written. */
export const SpecCommandError = defineErrors<RegistryErrorCode | 'unknown_kind'>('SpecCommandError', {
  exitCode: 2,
});

/** A folder of this machine's state cannot be used. */
export const StatePlaceError = defineErrors<StateFolderErrorCode>('StatePlaceError', { exitCode: 1 });
