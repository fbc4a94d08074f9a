import { modes } from '@agent-home/modes';
import type { ModeList } from '@agent-home/projection';

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
