import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import type { ProgramPlace } from '../processes/program-place.ts';
import type { Acting } from './acting.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** A tool that is a function of a module, loaded when it is first called. A module may load more at any call. */
export function moduleBinding(module: string, name: string, place: ProgramPlace): Acting {
  let loading: Promise<(args: unknown, context: unknown) => unknown> | undefined;
  return async (args, { signal, idempotencyKey }) => {
    requireUnchanged(place);
    loading ??= load(module, name, place.folder);
    const given = await (await loading)(args, { signal, idempotencyKey });
    return {
      text: typeof given === 'string' ? given : JSON.stringify(given ?? null),
      tainted: true,
      metadata: {},
    };
  };
}

async function load(
  module: string,
  name: string,
  folder: string,
): Promise<(args: unknown, context: unknown) => unknown> {
  const loaded: unknown = await import(moduleAddress(module, folder)).catch(() => {
    throw new ToolFailure('module_failed', `the module ${module} could not be loaded`);
  });
  const found: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, name) : undefined;
  if (typeof found !== 'function')
    throw new ToolFailure('module_failed', `the module ${module} has no function ${name}`);
  return (args, context) => Reflect.apply(found, undefined, [args, context]);
}

/** @throws ToolFailure `module_failed` */
export function moduleAddress(module: string, folder: string): string {
  const from = createRequire(join(folder, 'package.json'));
  try {
    return pathToFileURL(from.resolve(module)).href;
  } catch {
    throw new ToolFailure('module_failed', `there is no module ${module}`);
  }
}
