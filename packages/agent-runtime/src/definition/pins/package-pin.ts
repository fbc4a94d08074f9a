/** Package that a word of a command names and whose code runs. */
export interface PackagePin {
  /** Name at its source. */
  package: string;
  /** The one version or hash that is meant. Absent if the newest or any matching version is used. */
  version?: string;
}

const exactNpmVersion = /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const commitHash = /#([0-9a-f]{40})$/;
const imageDigest = /@(sha256:[0-9a-f]{64})$/;
const exactPythonVersion = /^\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?$/;

/** Parses a word as `npx` does: `@scope/name@1.2.3`, a range, a tag, or the address of a repository. */
export function npmPin(word: string): PackagePin {
  if (/^(?:git\+|git:|github:|https?:)/.test(word)) {
    const commit = commitHash.exec(word)?.[1];
    return { package: word, ...(commit === undefined ? {} : { version: commit }) };
  }
  const at = word.indexOf('@', 1);
  const [name, version] = at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
  return { package: name, ...(exactNpmVersion.test(version) ? { version } : {}) };
}

/** Parses a word as `uvx` and `pipx` do: `name==1.2`, `name[extra]==1.2`, `name@1.2`. */
export function pythonPin(word: string): PackagePin {
  const commit = /@([0-9a-f]{40})$/.exec(word)?.[1];
  if (/^(?:git\+|https?:)/.test(word))
    return { package: word, ...(commit === undefined ? {} : { version: commit }) };
  const [, name = word, version = ''] = /^([^=@<>~! ]+)(?:===?|@)(.+)$/.exec(word) ?? [];
  return { package: name, ...(exactPythonVersion.test(version) ? { version } : {}) };
}

/** Parses an image as `docker run` does. Tags move, so only a digest pins an image. */
export function imagePin(word: string): PackagePin {
  const digest = imageDigest.exec(word)?.[1];
  return digest === undefined
    ? { package: word }
    : { package: word.slice(0, -(digest.length + 1)), version: digest };
}
