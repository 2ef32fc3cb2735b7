import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { emptyDraft } from '../../src/draft/draft';
import { WorkspaceTemplates } from '../../src/draft/vscode/templates';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { useTemplate } from '../../src/start/vscode/sheet/useTemplate';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordingLog } from '../support/recordingLog';

describe('A template that is used', () => {
  const prompts = () => path.join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, '.github', 'prompts');
  let window: DrivenWindow;
  /** Each question, as title, prompt and placeholder. */
  let asked: (readonly (string | undefined)[])[];
  let entered: (string | undefined)[];

  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    window = new DrivenWindow();
    [asked, entered] = [[], []];
    window.typed = (_, { title, prompt, placeholder }) => {
      asked.push([title, prompt, placeholder]);
      return entered.shift();
    };
  });

  afterEach(async () => {
    window.dispose();
    await rm(path.dirname(prompts()), { recursive: true });
  });

  /** The message that a prompt file with this text makes. */
  async function used(text: string): Promise<string | undefined> {
    await mkdir(prompts(), { recursive: true });
    await writeFile(path.join(prompts(), 'method.prompt.md'), text);
    window.row = 'method';
    const templates = new WorkspaceTemplates({ templates: () => [] }, new RecordingLog(), () => true);
    const state = { draft: emptyDraft, targetContext: undefined } as SheetState;
    const ports = {
      templates: () => Promise.resolve(templates),
      workspace: { repositoryOf: () => Promise.resolve(undefined) },
    } as unknown as SheetPorts;
    const { edit } = await useTemplate(state, ports);
    const draft = edit?.(emptyDraft);
    return draft?.body ?? draft?.fields.initial_user_msg ?? undefined;
  }

  const matter = '---\nagent: agent\ndescription: Make one method simpler\n---\n\n';

  it('asks for its inputs, each once, and says which variables are left', async () => {
    entered = ['parse()', ' beginners '];
    const text = 'Make ${input:method} in ${branch} simpler, for ${input:audience:who reads it}: ${input:method}.';
    assert.equal(
      await used(`${matter}${text} See \${workspaceFolder}.\n`),
      'Make parse() in ${branch} simpler, for beginners: parse(). See ${workspaceFolder}.',
    );
    assert.deepEqual(asked, [
      ['method (1/2)', 'method', ''],
      ['method (2/2)', 'audience', 'who reads it'],
    ]);
    assert.deepEqual(window.notices, ['No value for ${branch}, ${workspaceFolder}. Left in the message.']);
  });

  it('leaves an input that is answered with nothing, and says so', async () => {
    entered = [''];
    assert.equal(await used('Explain ${input:topic:a word}'), 'Explain ${input:topic:a word}');
    assert.deepEqual(asked, [['method', 'topic', 'a word']]);
    assert.deepEqual(window.notices, ['No value for ${input:topic:a word}. Left in the message.']);
  });

  it('adds nothing if a question is closed', async () => {
    entered = ['a', undefined];
    assert.equal(await used('${input:a} ${input:b} ${input:c}'), undefined);
    assert.deepEqual([asked.length, window.notices], [2, []]);
  });

  it("doesn't ask for what an answer looks like", async () => {
    entered = ['${input:b} ${file}'];
    assert.equal(await used('Explain ${input:a}'), 'Explain ${input:b} ${file}');
    assert.deepEqual([asked.length, window.notices], [1, []]);
  });

  it('says of many variables how many are left, and shortens long ones', async () => {
    const long = `\${LEVEL="${'low|'.repeat(30)}high"}`;
    await used(`${long} \${A=1} \${B} \${C} \${D} \${E} \${F}`);
    const shortened = `${long.slice(0, 59)}…`;
    assert.deepEqual(window.notices, [
      `No value for ${shortened}, \${A=1}, \${B}, \${C}, \${D} and 2 more. Left in the message.`,
    ]);
  });
});
