import type { RunState } from '@agent-home/agent-runtime';
import { kindOfMedia, type Media } from '@agent-home/agent-runtime/run-log';
import { SetupError } from '../setup/setup-error.ts';

/**
 * Returns the files of a message for the model of a run.
 * @throws SetupError `media_not_accepted`
 */
export function requireMedia({ started: { model } }: RunState, media: Media[]): Media[] {
  const refused = media.find((each) => !(model.input ?? []).includes(kindOfMedia(each)));
  if (!refused) return media;
  const key = model.settings_key ?? model.name;
  throw new SetupError(
    'media_not_accepted',
    `${refused.name} is of the type ${refused.media_type}, which the model ${key} does not take: if it does, add "${kindOfMedia(refused)}" to models.${key}.input in the settings, as in ["text", "image", "pdf"]`,
  );
}
