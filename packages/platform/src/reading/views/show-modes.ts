import type { ModeList } from '@agent-home/http-contract';
import { modes } from '@agent-home/modes';

/** Every mode with the newest of its versions, and what its rules may be. */
export function showModes(): ModeList {
  return {
    modes: modes.map(({ name, version, sealed, rulesJsonSchema }) => ({
      name,
      version,
      sealed,
      rules_schema: rulesJsonSchema(),
    })),
  };
}
