import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { completeStep, restoreCompletedSteps } from '../../src/base/vscode/walkthroughSteps';
import { openConversationPage } from '../../src/conversations/vscode/openConversationPage';
import { stepContexts } from '../../src/names';
import type { SettingsState } from '../../src/service/settingsState';
import { noteLoadedSettings } from '../../src/settings/vscode/settingsTree';
import { MemoryState } from '../support/memoryState';
import { RecordedActions } from '../support/recordedActions';
import { RecordingLog } from '../support/recordingLog';

describe('The steps of the walkthrough', () => {
  let state: MemoryState;
  let actions: RecordedActions;

  beforeEach(() => {
    state = new MemoryState();
    actions = new RecordedActions();
  });

  afterEach(() => actions.dispose());

  /** The steps that a window ticks if it opens now. */
  async function tickedLater(): Promise<readonly string[]> {
    actions.contexts.length = 0;
    await restoreCompletedSteps(state);
    return actions.contexts;
  }

  it('are ticked in later windows if they were done in an earlier one, and only then', async () => {
    assert.deepEqual(await tickedLater(), []);
    await completeStep('keySaved', state);
    assert.deepEqual(actions.contexts, [`${stepContexts.keySaved} true`]);
    assert.deepEqual(await tickedLater(), [`${stepContexts.keySaved} true`]);
  });

  it('are ticked once in a window', async () => {
    await completeStep('resultReviewed', state);
    await completeStep('resultReviewed', state);
    assert.deepEqual(actions.contexts, [`${stepContexts.resultReviewed} true`]);
  });

  it('are ticked in this window if they cannot be remembered, and nothing fails for it', async () => {
    await completeStep('keySaved', { get: () => undefined, update: () => Promise.reject(new Error('No space left')) });
    assert.deepEqual(actions.contexts, [`${stepContexts.keySaved} true`]);
  });

  it('include the settings and the key as soon as settings were loaded', async () => {
    const changed = new vscode.EventEmitter<SettingsState>();
    const subscription = noteLoadedSettings({ onDidChange: changed.event }, state, new RecordingLog());
    changed.fire({ kind: 'noKey' });
    changed.fire({ kind: 'loading' });
    await new Promise(setImmediate);
    assert.deepEqual(await tickedLater(), []);
    const names = { moved: {}, gone: [] };
    const current = { settings: { llm_api_key_set: true }, names, gitProviders: [], loadedAt: Date.now() };
    changed.fire({ kind: 'loaded', current });
    await new Promise(setImmediate);
    const { keySaved, settingsLoaded } = stepContexts;
    assert.deepEqual(await tickedLater(), [`${keySaved} true`, `${settingsLoaded} true`]);
    subscription.dispose();
  });

  it('include watching, if the page of a conversation was opened by a button', async () => {
    const configuration = { conversationUrlTemplate: '{base_url}/conversations/{conversation_id}' };
    const conversation = { baseUrl: 'https://agents.example', conversationId: '0f3c' };
    await openConversationPage(conversation, { configuration, state });
    assert.deepEqual(await tickedLater(), [`${stepContexts.pageOpened} true`]);
  });
});
