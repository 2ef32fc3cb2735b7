import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askSessionKey } from '../../src/service/vscode/connection/askSessionKey';
import { ExplainedError } from '../../src/base/vscode/explanation';
import { startUnattended } from '../../src/start/vscode/unattendedStart';
import { addressOf } from '../support/addressOf';
import { RecordedDeeds } from '../support/recordedDeeds';
import { StartBench } from '../support/startBench';

describe('A session key that could be read on the way', () => {
  const { showWarningMessage } = vscode.window;
  let bench: StartBench;
  let asked: string[];
  let answer: string | undefined;
  let agreed: string[];
  let unchecked: boolean;

  beforeEach(async () => {
    bench = await StartBench.open();
    [asked, agreed, answer, unchecked] = [[], [], undefined, false];
    vscode.window.showWarningMessage = (message: string) => {
      asked.push(message);
      return Promise.resolve(answer);
    };
  });

  afterEach(async () => {
    vscode.window.showWarningMessage = showWarningMessage;
    await bench.dispose();
  });

  const access = () =>
    Object.assign(Object.create(bench.ports.service) as typeof bench.ports.service, {
      connect: () => Promise.resolve({ kind: 'unverified' as const, address: addressOf('https://agents.example') }),
      isUnverified: () => Promise.resolve(unchecked),
      agreeToUnverified: ({ origin }: { readonly origin: string }) => Promise.resolve(agreed.push(origin)),
    });

  it("isn't sent without a yes: under http", async () => {
    assert.equal(await askSessionKey(addressOf('http://agents.example'), { ...bench.ports, service: access() }), false);
    assert.deepEqual(asked, ["The connection to http://agents.example isn't encrypted."]);
  });

  it("isn't sent without a yes: if the certificate isn't checked", async () => {
    unchecked = true;
    assert.equal(
      await askSessionKey(addressOf('https://agents.example'), { ...bench.ports, service: access() }),
      false,
    );
    assert.deepEqual([asked, agreed], [["The certificate of https://agents.example isn't checked."], []]);
  });

  it('fails a start without a user to ask, and leads to the question', async () => {
    const ports = { ...bench.ports, service: access() };
    const error: unknown = await startUnattended({ fields: { initial_user_msg: 'Fix it' } }, ports).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ExplainedError);
    assert.equal(
      error.message,
      "Not started. The certificate of https://agents.example isn't checked, so the session key wasn't sent.",
    );
    const deeds = new RecordedDeeds();
    try {
      await error.remedy?.run();
      assert.deepEqual(deeds.done, ['agentConversations.refreshSettings']);
    } finally {
      deeds.dispose();
    }
    assert.equal(bench.service.requests.length, 0);
  });
});
