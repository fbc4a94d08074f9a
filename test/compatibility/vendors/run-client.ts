import { fileURLToPath } from 'node:url';
import { runPython } from './run-python.ts';

export interface StoreAccess {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
}

/** Returns the result of every step of `clients/NAME.py`; a refusal is `{ refused: code }`. */
export async function runClient(
  name: string,
  access: StoreAccess,
  told: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const script = fileURLToPath(new URL(`clients/${name}.py`, import.meta.url));
  const printed = await runPython(script, [], { STORY: JSON.stringify({ ...access, ...told }) });
  return JSON.parse(printed) as Record<string, unknown>;
}
