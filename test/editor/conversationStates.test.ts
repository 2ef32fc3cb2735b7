import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { conversationTooltip, nodeItem } from '../../src/conversations/vscode/conversationItems';
import { conversationState, stateInRow } from '../../src/conversations/vscode/conversationLabels';
import { statusBarContent } from '../../src/conversations/vscode/statusBarContent';

/** Every state of a conversation, with what causes it. */
const states: readonly (readonly [string, Partial<Conversation>])[] = [
  ['Sending', { outcome: 'sending' }],
  ['Preparing', { outcome: 'preparing', taskId: 't', stage: 'WORKING', stageAt: 1_700_000_000_000 }],
  ['Not started', { outcome: 'notStarted' }],
  ['May have started', { outcome: 'mayHaveStarted' }],
  ['Started', { outcome: 'started' }],
  ['Starting', { outcome: 'started', status: 'STARTING' }],
  ['Running', { outcome: 'started', status: 'RUNNING' }],
  ['Stopped', { outcome: 'started', status: 'STOPPED' }],
  ['SLEEPING', { outcome: 'started', status: 'SLEEPING' }],
  ['Archived', { outcome: 'started', status: 'ARCHIVED' }],
  ['Waiting for a message', { outcome: 'started', status: 'IDLE' }],
  ['Waiting for confirmation', { outcome: 'started', status: 'WAITING_FOR_CONFIRMATION' }],
  ['Paused', { outcome: 'started', status: 'PAUSED' }],
  ['Agent paused', { outcome: 'started', status: 'AGENT_PAUSED' }],
  ['Finished', { outcome: 'started', status: 'FINISHED' }],
  ['Error', { outcome: 'started', status: 'ERROR' }],
  ['Agent error', { outcome: 'started', status: 'AGENT_ERROR' }],
  ['Sandbox error', { outcome: 'started', status: 'SANDBOX_ERROR' }],
  ['Stuck', { outcome: 'started', status: 'STUCK' }],
  ['Being deleted', { outcome: 'started', status: 'DELETING' }],
  ['Sandbox not found', { outcome: 'started', status: 'MISSING' }],
  ["Agent isn't responding", { outcome: 'started', status: 'SANDBOX_RUNNING' }],
  ['No status reported', { outcome: 'started', status: 'UNKNOWN' }],
  ['Unknown to the service', { outcome: 'started', status: 'RUNNING', unknownAt: 1_700_000_000_000 }],
];

const now = 1_700_000_000_000;

function conversationIn(state: Partial<Conversation>): Conversation {
  return {
    id: 'one',
    baseUrl: 'http://localhost:3000',
    request: { initial_user_msg: 'Fix the parser', repository: 'octocat/Hello-World', selected_branch: 'main' },
    outcome: 'started',
    sentAt: now,
    deadline: now + 120_000,
    ...state,
  };
}

describe('The state of a conversation', () => {
  it('has its own icon and word: no two states differ only in color', () => {
    const shown = states.map(([, state]) => conversationState(conversationIn(state)));
    assert.deepEqual(
      shown.map(({ words }) => words),
      states.map(([words]) => words),
    );
    assert.equal(new Set(shown.map(({ icon }) => icon)).size, states.length);
  });

  for (const [words, state] of states) {
    it(`is shown and read by a screen reader, not by its color alone: ${words}`, () => {
      const conversation = conversationIn(state);
      const { icon } = conversationState(conversation);
      const item = nodeItem(conversation, now);
      const spoken = ['Fix the parser', words, 'octocat/Hello-World · main'];
      assert.equal(iconOf(item).id, icon);
      const isWorded = !['Starting', 'Running', 'Stopped', 'Started'].includes(words);
      const inRow = words.startsWith('Waiting') ? 'Waiting' : words;
      assert.equal(item.description, `${isWorded ? `${inRow} · ` : ''}just now · octocat/Hello-World · main`);
      const tooltip = conversationTooltip(conversation, now).value.replaceAll('\\', '');
      assert.ok(tooltip.includes(`Status: ${words} · `), tooltip);
      for (const word of spoken) assert.ok(item.accessibilityInformation?.label.includes(word), word);

      const { text, accessibilityInformation, ...others } = statusBarContent(conversation, now);
      assert.equal(text, `$(${icon}) Agent: ${words}`);
      assert.match(accessibilityInformation?.label ?? '', new RegExp(`^Agent: ${words} · .*, Fix the parser$`));
      assert.deepEqual(Object.keys(others), ['tooltip', 'backgroundColor']);
    });
  }
});

describe('The status bar', () => {
  const content = (state: Partial<Conversation>) => {
    const { text, tooltip, accessibilityInformation } = statusBarContent(conversationIn(state), now);
    return [text, (tooltip as vscode.MarkdownString).value, accessibilityInformation?.label ?? ''].map((one) =>
      one.replaceAll('\\', ''),
    );
  };

  // prettier-ignore
  const news = [
    ['that one waits for the user, not that it has ended', 'IDLE', '$(comment) Agent: Waiting for a message', /It's waiting for you\.(?!.*ended)/],
    ['that what has finished has ended, although its sandbox is paused', 'PAUSED', '$(debug-pause) Agent: Paused', /It has ended since you last looked at it\./],
  ] as const;
  for (const [what, status, text, words] of news)
    it(`says ${what}`, () => {
      const [shown, ...others] = content({ status, reportedAt: now, endedAt: now });
      assert.equal(shown, text);
      for (const said of others) assert.match(said, words);
    });

  it('takes little space, however long the state that a service reports; its tooltip has all of it', () => {
    const status = 'WAITING_FOR_SOMETHING_THAT_NOBODY_HAS_HEARD_OF';
    const { text, tooltip } = statusBarContent(conversationIn({ status }), now);
    assert.equal(text, '$(circle-outline) Agent: WAITING_FOR_SOMETHING_THAT_NO…');
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(tooltip.value.includes(status.replaceAll('_', '\\_')), tooltip.value);
  });

  // prettier-ignore
  const pushes = [
    ['waits for a confirmation, once its push and its end were seen', { status: 'WAITING_FOR_CONFIRMATION' }, '$(bell) Agent: Waiting for confirmation'],
    ['has pushed, once its end was seen', { status: 'FINISHED' }, '$(git-pull-request) Agent: agent/fix pushed'],
    ['has finished, until that was seen', { status: 'FINISHED', lookedAt: 0 }, '$(check-all) Agent: Finished'],
    ['may have started, whatever was pushed', { outcome: 'mayHaveStarted' }, '$(question) Agent: May have started'],
  ] as const;
  for (const [what, state, text] of pushes)
    it(`says that a conversation ${what}`, () => {
      const pushed = { pushed: 'agent/fix 0123', pushedAt: now, endedAt: now, lookedAt: now, conversationId: 'c' };
      assert.equal(content({ ...pushed, ...state })[0], text);
    });
});

describe('The row of a conversation', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, Partial<Conversation>, boolean])[] = [
    ['conversation', { outcome: 'notStarted' }, false],
    ['conversation repository', { outcome: 'sending' }, true],
    ['conversation identified', { outcome: 'notStarted', conversationId: 'running already' }, true],
    ['conversation repository', { outcome: 'mayHaveStarted' }, false],
    ['conversation repository refreshable', { outcome: 'mayHaveStarted', proposedId: 'p' }, true],
    ['conversation repository refreshable', { outcome: 'preparing', taskId: 't', stage: 'A' }, true],
    ['conversation identified repository refreshable unfollowed', { conversationId: 'a' }, false],
    ['conversation identified repository refreshable answering messaging followed', { conversationId: 'a', api: 'v1' }, true],
    ['conversation identified repository refreshable followed', { conversationId: 'a' }, true],
    [
      'conversation identified repository refreshable deciding answering messaging unfollowed',
      { conversationId: 'a', api: 'agent', status: 'WAITING_FOR_CONFIRMATION' },
      false,
    ],
    ['conversation identified repository refreshable answering messaging unfollowed', { conversationId: 'a', api: 'agent', status: 'RUNNING' }, false],
  ];
  for (const [context, state, isFollowed] of rows)
    it(`says what can be done with it: ${context}, ${isFollowed ? 'followed' : 'not followed'}`, () => {
      const item = nodeItem(conversationIn(state), now, { isFollowed, workspace: undefined });
      assert.equal(item.contextValue, context);
    });
});

describe('The age in the row of a conversation', () => {
  const hour = 60 * 60_000;
  const pushed = { pushed: 'agent/fix 0123', pushedAt: now - 5 * 60_000 };
  const running = { status: 'RUNNING', reportedAt: now - hour };
  // prettier-ignore
  const rows: readonly (readonly [of: string, state: Partial<Conversation>, shown: string])[] = [
    ['the push', { ...running, ...pushed }, 'agent/fix pushed · 5 min. ago'],
    ['the report', running, '1h ago'],
    ['the answer that it is unknown', { ...running, reportedAt: now - 2 * hour, unknownAt: now - hour }, 'Unknown to the service · 1h ago'],
    ['the stage', { outcome: 'preparing', taskId: 't', stage: 'WORKING', stageAt: now - hour }, 'Preparing · 1h ago'],
    ['a stage that says nothing', { outcome: 'preparing', taskId: 't', stage: 'UNKNOWN', stageAt: now }, 'Preparing · just now'],
    ['a stage in words', { outcome: 'preparing', taskId: 't', stage: 'WAITING_FOR_SANDBOX', stageAt: now }, 'Waiting for the sandbox · just now'],
    ["a stage in the service's words", { outcome: 'preparing', taskId: 't', stage: 'A_NEW_STAGE', stageAt: now }, 'A_NEW_STAGE · just now'],
  ];
  for (const [of, state, shown] of rows)
    it(`is that of what it stands beside: of ${of}`, () => assert.equal(stateInRow(conversationIn(state), now), shown));

  it('is read with the other one by a screen reader', () => {
    const { accessibilityInformation } = nodeItem(conversationIn({ ...running, ...pushed }), now);
    assert.match(
      accessibilityInformation?.label ?? '',
      /Running · reported 1 hr\. ago · agent\/fix pushed · 5 min\. ago/,
    );
  });
});

describe('The row of a conversation', () => {
  it('has its title in short, and its place only if that is not of this workspace', () => {
    const conversation = {
      ...conversationIn({ status: 'RUNNING', reportedAt: now }),
      workspace: 'file:///here',
      request: { initial_user_msg: 'Fix the parser of the settings file', repository: 'octocat/app' },
    };
    const row = (workspace: string | undefined) => {
      const { label, description } = nodeItem(conversation, now, { isFollowed: false, workspace });
      return [label, description];
    };
    const label = 'Fix the parser of the s…';
    assert.deepEqual(row('file:///here'), [label, 'just now']);
    assert.deepEqual(row('file:///there'), [label, 'just now · octocat/app']);
    assert.deepEqual(row(undefined), [label, 'just now · octocat/app']);
  });

  const ended = { endedAt: now, reportedAt: now };
  const colors: readonly (readonly [what: string, state: Partial<Conversation>, color: string | undefined])[] = [
    ['has not started', { outcome: 'notStarted' }, 'Error'],
    ['may have started', { outcome: 'mayHaveStarted' }, 'Warning'],
    ['waits for a confirmation', { status: 'WAITING_FOR_CONFIRMATION' }, 'Warning'],
    ['waits for a message', { status: 'IDLE', ...ended }, 'Warning'],
    ['is stuck', { status: 'STUCK', ...ended }, 'Error'],
    ['is unknown to its service', { unknownAt: now }, 'Error'],
    ['has only started', { status: 'IDLE' }, undefined],
    ['runs', { status: 'RUNNING' }, undefined],
    ['is paused', { status: 'PAUSED' }, undefined],
    ['has finished', { status: 'FINISHED', ...ended }, undefined],
    ['is being sent', { outcome: 'sending' }, undefined],
  ];
  for (const [what, state, color] of colors)
    it(`is colored ${color === undefined ? 'as other icons' : `as ${color.toLowerCase()}`} if it ${what}`, () => {
      const { iconPath } = nodeItem(conversationIn(state), now);
      assert.ok(iconPath instanceof vscode.ThemeIcon);
      assert.equal(iconPath.color?.id, color ? `problems${color}Icon.foreground` : 'icon.foreground');
    });

  // prettier-ignore
  const backgrounds: readonly (readonly [what: string, state: Partial<Conversation>, color: string | undefined])[] = [
    ['is stuck', { status: 'STUCK', ...ended }, 'error'],
    ['waits for a confirmation', { status: 'WAITING_FOR_CONFIRMATION', ...ended }, 'warning'],
    ['is stuck, which the user has seen', { status: 'STUCK', ...ended, lookedAt: now }, undefined],
    ['has not started', { outcome: 'notStarted', outcomeAt: now }, 'error'],
    ['may have started', { outcome: 'mayHaveStarted', outcomeAt: now }, 'warning'],
    ['has not started, which the user has seen', { outcome: 'notStarted', outcomeAt: now, lookedAt: now }, undefined],
  ];
  for (const [what, state, color] of backgrounds)
    it(`has ${color ? `the color of ${color}s` : 'no color'} in the status bar if it ${what}`, () => {
      const { backgroundColor } = statusBarContent(conversationIn(state), now);
      assert.equal(backgroundColor?.id, color && `statusBarItem.${color}Background`);
    });
});

describe('The tooltip of a conversation', () => {
  const tooltip = (state: Partial<Conversation>) =>
    conversationTooltip(conversationIn(state), now).value.replaceAll('\\', '');

  it('has what its environment was doing, in the words of the service', () => {
    const asked = { status: 'RUNNING', reportedAt: now, runtimeStatus: 'STATUS$READY' };
    assert.ok(tooltip(asked).includes('Runtime status: STATUS$READY'), tooltip(asked));
    for (const none of [{ runtimeStatus: '' }, {}, { runtimeStatus: 'STATUS$READY', unknownAt: now }])
      assert.doesNotMatch(tooltip({ ...none, status: 'RUNNING' }), /Runtime status/);
  });

  it("says, as the row does, that what was reported couldn't be refreshed, and the status bar only as it is read", () => {
    const known = conversationIn({ status: 'RUNNING', reportedAt: now - 1, unansweredAt: now });
    const { description, accessibilityInformation } = nodeItem(known, now);
    const bar = statusBarContent(known, now);
    const said = [tooltip(known), description, accessibilityInformation?.label, bar.accessibilityInformation?.label];
    for (const words of said) assert.match(String(words), /couldn't refresh/);
    assert.doesNotMatch(bar.text, /couldn't refresh/);
  });

  it('has what went wrong, or that its window was closed, as the status bar has', () => {
    const closed = /Problem: The window was closed before the service responded/;
    assert.match(tooltip({ outcome: 'mayHaveStarted' }), closed);
    assert.doesNotMatch(tooltip({ outcome: 'sending' }), closed);
    const failed = { outcome: 'mayHaveStarted', problem: 'No answer' } as const;
    assert.match(tooltip(failed), /Problem: No answer/);
    assert.match((statusBarContent(conversationIn(failed), now).tooltip as vscode.MarkdownString).value, /No answer/);
  });
});

describe('A conversation without a message', () => {
  const rows: readonly (readonly [string, Partial<Conversation>])[] = [
    ['Replay', { request: {}, notKept: ['replay_json'] }],
    ['Micro-agent', { request: { create_microagent: { repo: 'a/b' } } }],
    ['(no message)', { request: {} }],
  ];
  for (const [name, more] of rows) {
    it(`is named for what it does, in the view and the status bar: ${name}`, () => {
      const conversation = conversationIn(more);
      const { label, accessibilityInformation: item } = nodeItem(conversation, now);
      const { tooltip, accessibilityInformation: bar } = statusBarContent(conversation, now);
      assert.deepEqual([label, item?.label.split(', ')[0], bar?.label.split(', ').at(-1)], [name, name, name]);
      assert.ok(tooltip instanceof vscode.MarkdownString);
      assert.ok(tooltip.value.replaceAll('\\', '').includes(name), tooltip.value);
    });
  }
});

function iconOf({ iconPath }: vscode.TreeItem): vscode.ThemeIcon {
  return iconPath as vscode.ThemeIcon;
}
