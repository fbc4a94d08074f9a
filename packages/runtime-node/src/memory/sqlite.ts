/** Result of a statement that changes rows. */
interface Changes {
  changes: number | bigint;
}

type Parameter = string | number | Uint8Array;

interface Statement {
  run(...parameters: Parameter[]): Changes;
  get(...parameters: Parameter[]): unknown;
  all(...parameters: Parameter[]): unknown[];
}

/** Connection of `node:sqlite`, with the members that memory uses. */
export interface SqliteDatabase {
  exec(statements: string): void;
  prepare(statement: string): Statement;
  close(): void;
}

/** Module `node:sqlite`. */
export interface Sqlite {
  DatabaseSync: new (path: string) => SqliteDatabase;
}

let found: { sqlite: Sqlite | undefined } | undefined;

/** Returns `node:sqlite` with FTS5, or undefined where Node has none: before 22.13, or built without it. */
export function findSqlite(): Sqlite | undefined {
  found ??= { sqlite: load() };
  return found.sqlite;
}

function load(): Sqlite | undefined {
  const { emitWarning } = process;
  try {
    // Node prints a warning that the module is experimental, into the output of every command.
    process.emitWarning = () => undefined;
    const module: unknown = process.getBuiltinModule?.('node:sqlite');
    if (!isSqlite(module)) return undefined;
    const database = new module.DatabaseSync(':memory:');
    database.exec('CREATE VIRTUAL TABLE probe USING fts5(words)');
    database.close();
    return module;
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isSqlite(module: unknown): module is Sqlite {
  return (
    typeof module === 'object' &&
    module !== null &&
    'DatabaseSync' in module &&
    typeof module.DatabaseSync === 'function'
  );
}
