import { createHash } from 'node:crypto';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Excludes texts of errors, denials, problems and log messages: callers branch on codes, and a test that pins a
 * text would only block better wording. The code, the first argument of all these, is still mutated.
 */
const messages = {
  shouldIgnore({ node, parent, key, listKey }) {
    if (!['StringLiteral', 'TemplateLiteral', 'BinaryExpression'].includes(node.type)) return undefined;
    if (listKey === 'arguments') return ofCall(parent, key);
    const named =
      parent.type === 'VariableDeclarator'
        ? parent.id
        : parent.type === 'ObjectProperty' && key === 'value' && parent.key;
    return ['message', 'problem', 'description'].includes(named?.name) ? 'a text for people' : undefined;
  },
};

/** Index of the first argument with a text for humans. Other errors: the second. */
const textsFrom = {
  describe: 0,
  broken: 0,
  syntax: 0,
  CertifyError: 0,
  ObjectKeyError: 0,
  deny: 1,
  fail: 1,
  failure: 1,
  log: 1,
};

function ofCall({ type, callee }, place) {
  // `#log` is a private name within a member.
  const name = callee.name ?? callee.property?.name ?? callee.property?.id?.name ?? '';
  const from =
    textsFrom[name] ?? (type === 'NewExpression' && name.endsWith('Error') ? 1 : Number.POSITIVE_INFINITY);
  return place >= from ? 'a text for people' : undefined;
}

/**
 * One share of the declarations, so that a night's budget is enough and as many nights as there are shares try them all.
 * `MUTATION_SHARE=3/8` is the third of eight.
 */
const [share, shares] = (process.env.MUTATION_SHARE ?? '1/1').split('/').map(Number);
const budget = {
  shouldIgnore(path) {
    if (path.parent?.type !== 'Program' || shares === 1) return undefined;
    const text = path.toString().slice(0, 400);
    const number = createHash('sha256').update(text).digest().readUInt32BE();
    return number % shares === share - 1 ? undefined : 'another night’s share';
  },
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'messages', messages),
  declareValuePlugin(PluginKind.Ignore, 'budget', budget),
];
