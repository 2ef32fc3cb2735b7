import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import { slow } from '../support/tags';
import type { Sheet } from './sheet';
import { benchKey, sheetBench } from './sheetBench';

const replay = ' [ {"source": "user",  "message":"größe"} ]\n';
const replayRow = `Replay: ${Buffer.byteLength(replay)} bytes`;
const long = slow('editor/fieldPrompts and editor/resultBranch ask the same, without drawing it.');
const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('The fields of a request', () => {
  const folder = new TemporaryFolder('request-fields');
  const replayFile = path.join(folder.path, 'replay.json');
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench(
    { service: { sessionKey: benchKey, allowConversationId: true }, isGuest: true },
    (bench) => ({ service, workbench, sheet } = bench),
  );

  before(() => writeFileSync(replayFile, replay));

  after(() => folder.dispose());

  const answer = (title: string, text: string) => sheet.answer(title, text);

  async function askFor(row: string): Promise<void> {
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.choose(row);
  }

  async function add(label: string): Promise<void> {
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.add(label);
  }

  async function start(): Promise<unknown> {
    const since = service.requests.length;
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.start();
    return (await service.waitForRequest('startConversation', { since })).body;
  }

  long.it('are set one after the other with the keyboard, and arrive exactly like that', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Do all of it');

    await add('Suggested task');
    await answer('Suggested Task (1/5)', 'GitLab');
    await answer('Suggested Task (2/5)', 'FAILING_CHECKS');
    await answer('Suggested Task (3/5)', 'group/sub/project');
    await workbench.quickInput.waitForTitle('Suggested Task (4/5)');
    await workbench.quickInput.fill('-1');
    await workbench.quickInput.waitForMessage('Enter a whole number, 0 or greater.');
    await answer('Suggested Task (4/5)', '12');
    await answer('Suggested Task (5/5)', 'Make the checks pass');
    await sheet.waitForRow('Suggested task: FAILING_CHECKS · #12 · group/sub/project · Make the checks pass');

    await add('Micro-agent');
    await answer('Micro-agent (1/3)', 'octocat/agents');
    await answer('Micro-agent (2/3)', 'Bitbucket');
    await answer('Micro-agent (3/3)', 'Knows how to release');
    await sheet.waitForRow('Micro-agent: octocat/agents · Bitbucket · Knows how to release');

    await add('Replay');
    await chooseFile(workbench, 'Replay', replayFile);
    await sheet.waitForRow(replayRow);

    await add('Instructions');
    await answer('Instructions', 'Write Instructions');
    await workbench.quickInput.waitForMessage(/for the agent in this conversation/);
    await answer('Instructions', 'Answer in German');
    await sheet.waitForRow('Instructions: Answer in German');
    await askFor('Instructions');
    await answer('Instructions', 'Write Instructions');
    await workbench.quickInput.waitForMessage(/for the agent in this conversation/);
    await answer('Instructions', 'Answer in English');
    await sheet.waitForRow('Instructions: Answer in English');

    await add('Conversation ID');
    await workbench.quickInput.waitForMessage(/others reject the start/);
    await workbench.quickInput.fill('a/b');
    await workbench.quickInput.waitForMessage(/can't contain/);
    await answer('Conversation ID', ' my-conversation ');
    await sheet.waitForRow('Conversation ID: my-conversation');
    await workbench.screenshot('sheet-many');

    assert.deepEqual(await start(), {
      ...place,
      initial_user_msg: 'Do all of it',
      suggested_task: {
        git_provider: 'gitlab',
        task_type: 'FAILING_CHECKS',
        repo: 'group/sub/project',
        issue_number: 12,
        title: 'Make the checks pass',
      },
      create_microagent: { repo: 'octocat/agents', git_provider: 'bitbucket', title: 'Knows how to release' },
      replay_json: replay,
      conversation_instructions: 'Answer in English',
      conversation_id: 'my-conversation',
    });
  });

  const shown = slow('interface/secrets does the same; editor/requestPreview has each rule.');
  shown.it('are shown as the JSON that would be sent, and copied as a command, and the sheet comes back', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Look at me');
    await add('Preview Request');
    await workbench.editor.waitForText('"initial_user_msg": "Look at me"');
    // Newer versions draw the extension separately.
    assert.match((await workbench.editor.tabs()).join(), /^request/);
    await workbench.quickInput.waitForClosed();
    await workbench.screenshot('preview-request');
    await workbench.runCommand('Agent: Back to Review Sheet');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Look at me');
    await workbench.editor.waitForTabs('the preview to close', ({ length }) => length === 0);
    await add('Preview Request');
    await workbench.quickInput.waitForClosed();
    await workbench.editor.waitForText('"initial_user_msg": "Look at me"');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Look at me');
    await add('Copy as cURL');
    await workbench.notifications.waitFor(/Set AGENT_CONVERSATIONS_KEY to/);
    const command = await workbench.clipboard();
    assert.ok(command.includes(`'${service.url}/api/conversations'`), command);
    assert.ok(command.includes('"initial_user_msg": "Look at me"') && !command.includes(benchKey), command);
    await sheet.waitForMessage('Look at me');
    await workbench.quickInput.fill('');
    await sheet.close();
  });

  long.it('ask for a result branch below the instructions, and for it again when they are started again', async () => {
    const { quickInput } = workbench;
    const sentence = 'Push your work to a branch named "agent/fix-login".';
    const body = { ...place, initial_user_msg: 'Fix the login', conversation_instructions: `Be brief\n\n${sentence}` };
    await sheet.open();
    await quickInput.fill('Fix the login');
    await add('Result branch');
    await quickInput.waitForTitle('Result Branch (1/2)');
    for (const name of ['no..dots', 'un\u200bseen']) {
      await quickInput.fill(name);
      await quickInput.waitForMessage('Enter a valid Git branch name.');
    }
    await answer('Result Branch (1/2)', 'agent/fix-login');
    assert.equal((await quickInput.waitForTitle('Result Branch (2/2)')).value, sentence);
    await workbench.screenshot('result-branch-sentence');
    await quickInput.fill('Push it');
    await quickInput.waitForMessage('must contain the branch name "agent/fix-login"');
    await answer('Result Branch (2/2)', sentence);
    await sheet.waitForRow('Result branch: agent/fix-login');
    await sheet.waitForNoRow('Instructions');
    await add('Instructions');
    await answer('Instructions', 'Write Instructions');
    await answer('Instructions', 'Be brief');
    await sheet.waitForRow('Instructions: Be brief');
    await workbench.screenshot('result-branch-sheet');
    assert.deepEqual(await start(), body);

    await sheet.open();
    await sheet.waitForNoRow('Result branch');
    await sheet.close();
    await workbench.statusBarItem().click();
    await quickInput.pick('Start Again...');
    await quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Result branch: agent/fix-login');
    await sheet.waitForRow('Instructions: Be brief · 8 characters');
    assert.deepEqual(await start(), body);
  });
});

/**
 * Chooses a file in VS Code's own list of files, which stands in for the system's dialog. The list starts with a folder
 * of its own, which may overwrite a path that was typed too early.
 */
async function chooseFile({ patience, quickInput }: Workbench, title: string, file: string): Promise<void> {
  await quickInput.waitForTitle(title);
  await patience.until(
    'the files of the first folder',
    async () => ({ state: await quickInput.state(), rows: await quickInput.visibleRows() }),
    ({ state, rows }) => state?.busy === false && state.value !== '' && rows.length > 0,
  );
  await patience.until(
    `the file ${file}`,
    async () => {
      const state = await quickInput.state();
      if (state?.value !== file) await quickInput.fill(file);
      return { state, rows: await quickInput.visibleRows() };
    },
    ({ state, rows }) =>
      state?.value === file && !state.busy && rows.some(({ label }) => label === path.basename(file)),
  );
  await quickInput.accept();
}
