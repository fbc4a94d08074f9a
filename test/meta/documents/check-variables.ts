const variable = /\bAGENT_HOME_[A-Z0-9_]*[A-Z0-9]\b/g;

/** Returns the environment variables of Agent Home that a text names. */
export function variablesIn(text: string): Set<string> {
  return new Set(text.match(variable));
}

/**
 * Returns the environment variables without exactly one reference page: those that `used` has and the reference does not name, and
 * those that another document describes in a row of a table.
 * @param documents texts by path, without the reference
 */
export function misplacedVariables(
  used: ReadonlySet<string>,
  reference: { file: string; text: string },
  documents: ReadonlyMap<string, string>,
): string[] {
  const named = variablesIn(reference.text);
  const missing = [...used].filter((name) => !named.has(name)).sort();
  const twice = [...documents].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /^\| *`AGENT_HOME_/.test(line) ? [`${file}:${index + 1}: describe it in ${reference.file} only`] : [],
      ),
  );
  return [...missing.map((name) => `${reference.file}: ${name} is missing`), ...twice];
}
