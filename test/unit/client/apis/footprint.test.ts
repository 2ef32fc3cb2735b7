import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { apiNames, apis, type ApiName } from '../../../../src/client/apis/registry';
import type { ServiceApi } from '../../../../src/client/apis/serviceApi';
import { newerFields } from '../../../../src/client/newerFields';
import { sourceFiles } from '../../../support/sourceFiles';

/** Folders of one API alone: its own, and those of features that no other API has. */
const ownFolders = ['src/client/apis/agent/', 'src/answer/vscode/decide/'];

/** Commands for what no other API can do. */
const ownCommands = ['decideAction', 'agentConversations.decideAction'];

/** Files that have a word or a sentence for each API, field or setting, which the compiler asks for. */
const words = [
  'src/service/vscode/apiWords.ts',
  'src/service/vscode/errors/fieldLabels.ts',
  'src/start/vscode/warningWords.ts',
];

/** Everything else that would change if agent servers were no longer known, and why. */
const others: Readonly<Record<string, string>> = {
  'src/client/apis/registry.ts': 'its line',
  'src/client/apis/operations.ts': 'its line',
  'src/client/apis/serviceApi.ts': 'the capability that no other API has',
  'src/client/client.ts': 'the operation of that capability',
  'src/client/newerFields.ts': 'the field that no other API takes',
  'src/start/vscode/fields/requestFields.ts': 'the row of that field',
  'src/conversations/vscode/agentCommands.ts': 'the command for that capability, in menus and questions',
  'src/answer/vscode/commands.ts': 'the function of that command',
  'package.json': 'the entry of that command',
};

/** The newest API. The older ones came before this was counted. */
const newest: ApiName = 'agent';

const isOnlyOf = (has: (api: ServiceApi) => boolean) => apiNames.filter((name) => has(apis[name])).join() === newest;

/** The names of the newest API, its fields, its capabilities and its commands, as far as no other API has them. */
function ownNames(): ReadonlySet<string> {
  const fields = newerFields.filter((field) => isOnlyOf(({ start }) => !start.unsupportedFields.includes(field)));
  const capabilities = (['preparation', 'answers', 'messages', 'confirmation', 'models', 'resume'] as const).filter(
    (capability) => isOnlyOf((api) => api[capability] !== undefined),
  );
  assert.ok(fields.length > 0 && capabilities.length > 0);
  return new Set([...fields, ...capabilities, ...ownCommands]);
}

/** True if a file has one of the names as that of a member, as a text, or imports something of the API's folder. */
function mentions(file: ts.SourceFile, names: ReadonlySet<string>): boolean {
  const isMentioned = (node: ts.Node): boolean => {
    if (ts.isStringLiteralLike(node) && (names.has(node.text) || /(?:^|\/)(?:apis\/|\.\/)agent\//.test(node.text)))
      return true;
    const isMember = ts.isIdentifier(node) && names.has(node.text);
    const { parent } = node;
    if (isMember && 'name' in parent && parent.name === node && !ts.isVariableDeclaration(parent))
      return !ts.isFunctionDeclaration(parent);
    return ts.forEachChild(node, isMentioned) ?? false;
  };
  return isMentioned(file);
}

const files = sourceFiles('src');

describe('the newest API', () => {
  const names = ownNames();
  const outside = files.filter(({ fileName }) => !ownFolders.some((folder) => fileName.startsWith(folder)));

  it('needs few files outside its folders, apart from its words', () => {
    const found = outside.filter((file) => mentions(file, names)).map(({ fileName }) => fileName);
    const manifest = readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8');
    const inManifest = [...names].some((name) => manifest.includes(`"${name}"`)) ? ['package.json'] : [];
    const counted = [...found, ...inManifest].filter((file) => !words.includes(file));
    assert.deepEqual(counted.sort(), Object.keys(others).sort());
    assert.ok(counted.length <= 10, `${counted.length} files`);
  });
});

describe('a service API', () => {
  it('is described once: nothing outside its folder asks which one it is', () => {
    const isName = (node: ts.Node) => ts.isStringLiteral(node) && apiNames.some((name) => name === node.text);
    const asks = (node: ts.Node): boolean => {
      const compared = ts.isBinaryExpression(node) ? [node.left, node.right] : [];
      if (compared.some(isName) && compared.some((one) => /\bapi\b|\.name$/i.test(one.getText()))) return true;
      if (
        ts.isSwitchStatement(node) &&
        node.caseBlock.clauses.some((one) => ts.isCaseClause(one) && isName(one.expression))
      )
        return true;
      return ts.forEachChild(node, asks) ?? false;
    };
    const fileNames = files.filter(asks).map(({ fileName }) => fileName);
    assert.deepEqual(fileNames, []);
  });

  it('has its description named in at most 20 files', () => {
    const named = files.filter(({ text }) => /\bServiceApi\b/.test(text));
    assert.ok(named.length <= 20, `${named.length} files`);
  });
});
