import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import { withoutResultBranch, type Attachment, type Draft } from '../../../src/draft/draft';
import { requestOf } from '../../../src/draft/request';
import { withTemplateText } from '../../../src/draft/templates';
import {
  commentAttachment,
  fileAttachment,
  problemAttachment,
  selectionAttachment,
  plainAttachment,
  testFailureAttachment,
} from '../../../src/entry/attachments';
import { conflictsTask } from '../../../src/entry/conflictsTask';
import { withoutInvisibleIn, type ReadField } from '../../../src/start/invisibleText';
import { findWarnings } from '../../../src/start/findWarnings';
import { fixesOf, subject } from '../../../src/start/warnings';

/** A model reads it as "rm"; two characters turn and part what a user reads. */
const hidden = '\u{e0072}\u{e006d}\u202e\u200b';
const text = `Fix${hidden} it`;
const [path, languageId, lines] = ['a.ts', 'typescript', [text]];
const start = { line: 0, character: 0 };

const nothingKnown = { target: { notes: [] }, settings: undefined, api: apis.v0 };
const attached = (attachment: Attachment | undefined): Draft => ({ fields: {}, attachments: [attachment!] });
const file = { lines, languageId };
const task = conflictsTask({ repository: 'a/b', gitProvider: 'github', number: 1, files: [text] });
const problem = { path, line: 1, column: 1, lastLine: 1, severity: 'error', message: 'x', related: [] } as const;

const sources: readonly (readonly [what: string, draft: Draft, field?: ReadField, instructions?: string])[] = [
  ['a selection', attached(selectionAttachment({ path, languageId, text, start, end: start, firstLine: text }))],
  ['a file', attached(fileAttachment({ path, languageId, text }))],
  ["a file's name", attached(fileAttachment({ path: text, languageId, text: 'x' }))],
  ['a problem', attached(problemAttachment({ ...problem, message: text }, { lines: ['x'], languageId }))],
  ['the code of a problem', attached(problemAttachment(problem, file))],
  ['a comment', attached(commentAttachment(path, 0, file))],
  ['a terminal', attached(plainAttachment('terminal', 'zsh', text))],
  ['a failed test', attached(testFailureAttachment({ labels: ['a'], message: text }))],
  ['a chat', attached(plainAttachment('chat', 'a', text))],
  ['local changes', attached({ kind: 'changes', text })],
  ['a template', withTemplateText({ fields: {} }, text)],
  ['a document', { fields: {}, body: text }],
  ['typed or pasted text', { fields: { initial_user_msg: text } }],
  ['names of files in conflict', { fields: { suggested_task: task } }, 'suggested_task'],
  ['a micro-agent', { fields: { create_microagent: { repo: 'a/b', title: text } } }, 'create_microagent'],
  ['own instructions', { fields: { conversation_instructions: text } }, 'conversation_instructions'],
  ['instructions of the workspace', { fields: {} }, 'conversation_instructions', text],
  ['the result branch', { fields: {}, resultBranch: { name: 'it', sentence: text } }, 'conversation_instructions'],
  ['how to clone', { fields: { clone_instructions: text } }, 'clone_instructions'],
];

describe('Invisible text that the agent would read', () => {
  for (const [what, draft, field = 'initial_user_msg', instructions = ''] of sources) {
    const requestFrom = (from: Draft) => requestOf(from, { target: undefined, instructions });
    const warnings = (of: Draft) =>
      findWarnings({ ...nothingKnown, request: requestFrom(of) }).filter(({ kind }) => kind === 'invisible');

    it(`is counted below its field, from ${what}`, () => {
      const [warning, ...others] = warnings(draft);
      assert.deepEqual([warning, others], [{ kind: 'invisible', field, characters: 4 }, []]);
      assert.equal(subject(warning!), field);
      assert.deepEqual(fixesOf(warning!), ['showInvisible', 'removeInvisible']);
    });

    it(`can be removed, and nothing else, from ${what}`, () => {
      const clean = withoutInvisibleIn(draft, field, requestFrom(withoutResultBranch(draft)));
      assert.deepEqual(warnings(clean), []);
      const plain = JSON.stringify(requestFrom(draft)).replaceAll(hidden, '');
      assert.equal(JSON.stringify(requestFrom(clean)), plain);
      const facts = (of: Draft) => of.attachments?.map((piece) => ({ ...piece, text: '' }));
      assert.deepEqual(facts(clean), facts(draft));
    });
  }

  it('is removed from the sentence about the result branch without making the workspace’s instructions the draft’s own', () => {
    const draft: Draft = { fields: {}, resultBranch: { name: 'it', sentence: text } };
    const { fields } = withoutInvisibleIn(draft, 'conversation_instructions', {
      conversation_instructions: 'Be brief.',
    });
    assert.deepEqual(fields, {});
  });

  it('is counted from one character on', () => {
    const request = { initial_user_msg: 'a\u200bb' };
    assert.deepEqual(findWarnings({ ...nothingKnown, request }), [
      { kind: 'invisible', field: 'initial_user_msg', characters: 1 },
    ]);
  });
});
