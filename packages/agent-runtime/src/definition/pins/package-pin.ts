/** What decides which code a word of a command stands for, when it is started. */
export interface PackagePin {
  /** As it is called where it comes from. */
  package: string;
  /** The one version, or the hash, that is meant. Absent: whatever is newest, or fits a range, at that moment. */
  version?: string;
}

const exactNpmVersion = /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
const commitHash = /#([0-9a-f]{40})$/;
const imageDigest = /@(sha256:[0-9a-f]{64})$/;
const exactPythonVersion = /^\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?$/;

/** Of a word as `npx` takes it: `@scope/name@1.2.3`, a range, a tag, or an address of a repository. */
export function npmPin(word: string): PackagePin {
  if (/^(?:git\+|git:|github:|https?:)/.test(word)) {
    const commit = commitHash.exec(word)?.[1];
    return { package: word, ...(commit === undefined ? {} : { version: commit }) };
  }
  const at = word.indexOf('@', 1);
  const [name, version] = at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
  return { package: name, ...(exactNpmVersion.test(version) ? { version } : {}) };
}

/** Of a word as `uvx` and `pipx` take it: `name==1.2`, `name[extra]==1.2`, `name@1.2`. */
export function pythonPin(word: string): PackagePin {
  const commit = /@([0-9a-f]{40})$/.exec(word)?.[1];
  if (/^(?:git\+|https?:)/.test(word))
    return { package: word, ...(commit === undefined ? {} : { version: commit }) };
  const [, name = word, version = ''] = /^([^=@<>~! ]+)(?:===?|@)(.+)$/.exec(word) ?? [];
  return { package: name, ...(exactPythonVersion.test(version) ? { version } : {}) };
}

/** Of an image as `docker run` takes it. Tags move: a digest alone is one image. */
export function imagePin(word: string): PackagePin {
  const digest = imageDigest.exec(word)?.[1];
  return digest === undefined
    ? { package: word }
    : { package: word.slice(0, -(digest.length + 1)), version: digest };
}
