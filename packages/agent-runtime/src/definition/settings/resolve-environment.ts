/**
 * Resolves a server's environment: `${NAME}` is replaced by a variable of this process, whose value is not stored. Missing
 * variables are reported, and the server does not start without them.
 */
export function resolveEnvironment(
  env: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): { resolved: Record<string, string>; missing: string[] } {
  const missing = new Set<string>();
  const resolved = Object.entries(env).map(([name, value]) => [
    name,
    value.replace(placeholder, (_, variable: string, usual: string | undefined) => {
      const found = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
      if (found === undefined && usual === undefined) missing.add(variable);
      return found ?? usual ?? '';
    }),
  ]);
  return { resolved: Object.fromEntries(resolved) as Record<string, string>, missing: [...missing] };
}

/** `${NAME}`, and `${NAME:-value}` with a default for an unset variable. */
const placeholder = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** Returns the variables of this machine that a server receives. */
export function collectVariables(env: Readonly<Record<string, string>>): string[] {
  const names = Object.values(env).flatMap((value) =>
    [...value.matchAll(placeholder)].map((match) => match[1] ?? ''),
  );
  return [...new Set(names)].toSorted();
}
