import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { colorSchema } from '../definition/fields.ts';
import { titleOfName } from './import-name.ts';
import type { ImportReport } from './import-report.ts';

export function importTitle(
  { title, display_name, name: given }: JsonObject,
  name: string,
  report: ImportReport,
): { title: string } {
  const written = title ?? display_name;
  if (typeof written === 'string' && written.trim() !== '') {
    report.taken.push(`title ${written}`);
    return { title: written };
  }
  // A name with characters that are not permitted in our names, such as "C++ Expert", is still the agent's title.
  const own = typeof given === 'string' && /[^A-Za-z0-9_-]/.test(given.trim()) ? given.trim() : '';
  const made = own === '' ? titleOfName(name) : own;
  report.changed.push(`title made of the name: ${made}`);
  return { title: made };
}

export function importDescription(written: JsonValue | undefined, report: ImportReport): JsonObject {
  if (written === undefined) return {};
  if (typeof written !== 'string') {
    report.left.push('description: not a string');
    return {};
  }
  report.taken.push('description');
  return { description: written };
}

export function importModel(
  members: JsonObject,
  models: ReadonlySet<string>,
  report: ImportReport,
): JsonObject {
  const { model, temperature } = members;
  const isNamed = typeof model === 'string' && models.has(model);
  if (isNamed) report.taken.push(`model ${model}`);
  else if (model !== undefined) {
    const inherits = model === 'inherit';
    report.changed.push(
      `model ${asText(model)}: the default of the settings${inherits ? '' : ', which have no model of this name'}`,
    );
  }
  const own = isNamed ? { name: model } : {};
  if (typeof temperature !== 'number') return isNamed ? { model } : {};
  report.taken.push(`temperature ${temperature}`);
  return { model: { ...own, params: { temperature } } };
}

export function importColor(color: JsonValue | undefined, report: ImportReport): JsonObject {
  if (color === undefined) return {};
  const read = colorSchema.safeParse(color);
  if (read.success) report.taken.push(`color ${read.data}`);
  else report.left.push(`color ${asText(color)}: not a valid colour`);
  return read.success ? { color: read.data } : {};
}

export function importLimits(members: JsonObject, report: ImportReport): JsonObject {
  const limits = { ...importTurns(members, report), ...importTime(members, report) };
  return Object.keys(limits).length > 0 ? { limits } : {};
}

function importTurns({ maxTurns, max_turns, steps, maxSteps }: JsonObject, report: ImportReport): JsonObject {
  const turns = maxTurns ?? max_turns ?? steps ?? maxSteps;
  if (turns === undefined) return {};
  if (typeof turns === 'number' && Number.isSafeInteger(turns) && turns >= 0) {
    report.changed.push(`at most ${turns} turns → limits.maxToolCalls ${turns}, which counts calls`);
    return { maxToolCalls: turns };
  }
  report.left.push(`limit of turns: ${asText(turns)} is not a number`);
  return {};
}

function importTime({ timeout_mins: minutes }: JsonObject, report: ImportReport): JsonObject {
  if (minutes === undefined) return {};
  if (typeof minutes === 'number' && minutes >= 0.01 && minutes <= 1e6) {
    const timeoutMs = Math.round(minutes * 60_000);
    report.changed.push(`timeout_mins ${minutes} → limits.timeoutMs ${timeoutMs}`);
    return { timeoutMs };
  }
  report.left.push(`timeout_mins: ${asText(minutes)} is not a duration`);
  return {};
}

/** Returns a value as text for a report. */
export function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
