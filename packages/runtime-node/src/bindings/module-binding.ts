import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@agent-home/protocol';
import { type RetryHint, ToolFailure, type ToolFailureCode } from '../outcomes/tool-failure.ts';
import { BoundedOutput } from '../processes/bounded-output.ts';
import type { ProgramPlace } from '../processes/program-place.ts';
import type { KnownSecrets } from '../vault/known-secrets.ts';
import type { Acted, Acting } from './acting.ts';
import { callModule, type ModuleReply } from './module-process.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** Bytes of the module's output with a failure, for the model; and in the metadata, for the operator. */
const shownWithFailure = 8 * 1024;
const shownInMetadata = 2 * 1024;

/** Binds a tool to a function of a module, which is loaded at each call in a separate process. */
export function moduleBinding(
  { module, name }: { module: string; name: string },
  { place, timeoutMs, secrets }: { place: ProgramPlace; timeoutMs: number; secrets: KnownSecrets },
): Acting {
  return async (args, { signal, idempotencyKey }) => {
    requireUnchanged(place);
    const address = moduleAddress(module, place.folder);
    const reply = await callModule({ address, name, args, idempotencyKey }, { place, timeoutMs, signal });
    // Cleaned before it is cut, because half a secret would not be found.
    const printed = secrets.clean(reply.printed);
    const metadata: JsonObject = printed === '' ? {} : { printed: shortened(printed, shownInMetadata) };
    const failure = getFailure(reply, { module, name, secrets });
    if (failure) return { text: shortened(printed, shownWithFailure), tainted: true, metadata, failure };
    const bytes = Buffer.byteLength(reply.text);
    const cut = reply.bytes > bytes ? `\n[cut: ${reply.bytes} bytes in all]` : '';
    return { text: `${reply.text}${cut}`, tainted: true, metadata };
  };
}

function getFailure(
  { kind, message }: ModuleReply,
  { module, name, secrets }: { module: string; name: string; secrets: KnownSecrets },
): Acted['failure'] {
  const failure = (code: ToolFailureCode, text: string, hint: RetryHint = {}) => ({
    code,
    message: text,
    ...hint,
  });
  switch (kind) {
    case 'given':
      return undefined;
    case 'threw':
      return failure('module_threw', firstLine(secrets.clean(message)), { retry: 'may_help' });
    case 'not_loaded':
      return failure(
        'module_failed',
        `the module ${module} could not be loaded; the operator has to check it`,
      );
    case 'no_function':
      return failure(
        'module_failed',
        `the module ${module} exports no function ${name}; the operator has to check export in the settings`,
      );
    case 'no_reply':
      return failure('module_failed', `the module ${module} ended its process without a result`, {
        retry: 'may_help',
      });
    case 'not_started':
      return failure('module_failed', `no process could be started for the module ${module}`, {
        retry: 'not_begun',
      });
    case 'timed_out':
      return failure(
        'tool_timeout',
        `the module ${module} exceeded the timeout of the tool and was ended; call it with less work`,
      );
    case 'cancelled':
      return failure('tool_cancelled', 'the call was cancelled');
  }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 500).toWellFormed();
}

function shortened(text: string, bytes: number): string {
  const kept = new BoundedOutput(bytes);
  kept.add(Buffer.from(text));
  return kept.text();
}

/** @throws ToolFailure `module_failed` */
export function moduleAddress(module: string, folder: string): string {
  const from = createRequire(join(folder, 'package.json'));
  try {
    return pathToFileURL(from.resolve(module)).href;
  } catch {
    throw new ToolFailure(
      'module_failed',
      `the module ${module} does not exist; the operator has to check tools in the settings`,
    );
  }
}
