import type { ResidentTrouble } from '@agent-home/platform';
import { shownText } from '@agent-home/protocol';
import type { FindModel, RunModel } from '@agent-home/runtime-node';

/** Environment variable with the settings key of the residents' model. */
export const residentModelVariable = 'AGENT_HOME_RESIDENT_MODEL';
/** Time that residents follow their scripts after a failure before they try the model again. */
export const retryAfterMs = 5 * 60_000;

interface SwitchOptions {
  now?: () => number;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** A model of the settings that residents use in place of their scripts, as long as it responds. */
export class ResidentModel {
  readonly model: RunModel;
  readonly find: FindModel;
  readonly #name: string;
  #scriptsUntil = 0;

  constructor(name: string, model: RunModel, find: FindModel) {
    this.#name = name;
    this.model = model;
    this.find = find;
  }

  /** False for some minutes after a failure. */
  isUsable(now = Date.now()): boolean {
    return now >= this.#scriptsUntil;
  }

  /** Returns the failure to show for a run. An unreachable model is reported even while scripts succeed in its place. */
  note(
    latest: ResidentTrouble | undefined,
    { now = Date.now, log }: SwitchOptions,
  ): ResidentTrouble | undefined {
    if (!latest?.code.startsWith('model_')) return latest;
    const isNews = this.isUsable(now());
    this.#scriptsUntil = now() + retryAfterMs;
    const message = `${residentModelVariable}: the model ${shownText(this.#name)} does not respond (${latest.message}): start its server or correct models.${shownText(this.#name)} in the settings. Residents follow their scripts and try it again every five minutes`;
    const trouble = { ...latest, code: 'resident_model_unreachable', message };
    if (isNews) log(message, { code: trouble.code, run: latest.runId });
    return trouble;
  }
}
