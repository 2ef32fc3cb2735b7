import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Conversation } from '../../../src/conversations/conversation';
import { fieldsNotKept, storedRequest } from '../../../src/conversations/storedRequest';
import { withField, type Draft } from '../../../src/draft/draft';
import { requestOf } from '../../../src/draft/request';
import type { ConversationStartRequest } from '../../../src/client/records';
import { cloneSentence } from '../../../src/client/apis/agent/agent';
import { apis } from '../../../src/client/apis/registry';
import { draftFrom, storable } from '../../../src/draft/draftFormat';
import { draftAgain, missingFields, withKept } from '../../../src/draft/startAgain';
import type { Target } from '../../../src/repository/target';
import { anyCharacter } from '../../support/anyCharacter';
import { task } from '../../support/sampleTask';
import { someConversation } from '../../support/someConversation';

const target: Target = {
  repository: 'octocat/here',
  gitProvider: 'github',
  branch: 'topic',
  root: '/home/me/here',
  notes: [],
};
const defaults = { target, instructions: 'Of the settings' };
const mcp = { sse_servers: [{ url: 'https://a.example', api_key: 'SECRET' }] };

/** The conversation as it is in the history. */
function remembered(request: ConversationStartRequest): Conversation {
  const names = fieldsNotKept(request);
  return someConversation({ request: storedRequest(request), ...(names.length > 0 && { notKept: names }) });
}

const again = (request: ConversationStartRequest) => draftAgain(remembered(request));

describe('starting again on a service whose API suggests texts', () => {
  const place = { repository: 'octocat/here', git_provider: 'github', selected_branch: 'topic' } as const;
  const cloneAgain = (conversation: Partial<Conversation>, draftOf = (draft: Draft) => draft) => {
    const draft = draftOf(draftAgain({ ...remembered(place), api: 'agent', ...conversation }));
    const { suggested } = apis.agent.start;
    return requestOf(draft, { ...defaults, instructions: '', suggested }).clone_instructions;
  };
  const changed = { ...place, clone_instructions: 'Clone git@git.example.com:octocat/here.git, and push to it.' };

  it('sends the text that the user wrote as it was, also on another branch', () => {
    assert.equal(cloneAgain({ request: changed }), changed.clone_instructions);
    const onOther = (draft: Draft) => withField(draft, 'selected_branch', 'main');
    assert.equal(cloneAgain({ request: changed }, onOther), changed.clone_instructions);
  });

  it('sends none where the user removed it', () => assert.equal(cloneAgain({ request: place }), undefined));

  it('suggests one for where it starts now if that is all that was sent', () => {
    const request = { ...place, clone_instructions: 'Clone it as suggested.' };
    const suggested = ['clone_instructions'];
    assert.match(
      cloneAgain({ request, suggested }) ?? '',
      /^Clone https:\/\/github\.com\/octocat\/here\.git .*"topic"/,
    );
    const onOther = (draft: Draft) => withField(draft, 'selected_branch', 'main');
    assert.match(cloneAgain({ request, suggested }, onOther) ?? '', /check out the branch "main"/);
  });

  it('names the URL from which the same repository was cloned before, if it is not open here', () => {
    const sent = { repository: 'team/app', git_provider: 'gitlab' } as const;
    const cloneUrl = 'https://git.example.com/team/app.git';
    const request = { ...sent, clone_instructions: cloneSentence({ ...sent, cloneUrl }) ?? '' };
    const before = { request, suggested: ['clone_instructions'] };
    const cloned = (draftOf?: (draft: Draft) => Draft) => cloneAgain(before, draftOf)?.split(' ')[1];
    assert.equal(cloned(), cloneUrl);
    const restored = (draft: Draft) => draftFrom(JSON.parse(JSON.stringify(draft))) ?? assert.fail('damaged');
    assert.equal(cloned(restored), cloneUrl);
    const ofOther = (draft: Draft) => withField(draft, 'repository', 'team/other');
    assert.equal(cloned(ofOther), 'https://gitlab.com/team/other.git');
  });

  it('suggests one for a repository where there was none', () => {
    const withPlace = (draft: Draft) => withField(draft, 'repository', 'octocat/here');
    assert.match(cloneAgain({ request: {} }, withPlace) ?? '', /^Clone .*octocat\/here/);
  });
});
/** The request that would be sent from this workspace, which has its own defaults. */
const sent = (draft: Draft) => requestOf(draft, defaults);

describe('starting again', () => {
  const place = { repository: 'a/b', git_provider: 'gitlab', selected_branch: 'main' } as const;
  // prettier-ignore
  const rows: readonly (readonly [string, ConversationStartRequest])[] = [
    ['a message of several lines', { initial_user_msg: 'Fix it\n\n```\r\na\n```\n' }],
    ['a message with whitespace around it', { initial_user_msg: '  Fix it ' }],
    ['a place', { ...place, initial_user_msg: 'x' }],
    ['a repository without provider and branch', { repository: 'octocat/here', initial_user_msg: 'x' }],
    ['another branch of the open repository', { repository: 'octocat/here', selected_branch: 'main', initial_user_msg: 'x' }],
    ['instructions', { conversation_instructions: 'Briefly\nplease' }],
    ['a task', { ...place, suggested_task: task }],
    ['a micro-agent', { ...place, initial_user_msg: 'x', create_microagent: { repo: 'a/b', title: 't' } }],
  ];
  for (const [title, request] of rows)
    it(`sends ${title} as originally sent, and nothing of the workspace`, () =>
      assert.deepEqual(sent(again(request)), request));

  it('sends any text as originally sent', () => {
    const text = fc.string({ unit: anyCharacter }).filter((string) => string.trim() !== '');
    const texts = fc.record(
      { initial_user_msg: text, repository: text, selected_branch: text, conversation_instructions: text },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(fc.property(texts, (request) => assert.deepEqual(sent(again(request)), request)));
  });

  it('is about its clone where that is open, and about the open one elsewhere', () => {
    const conversation = { ...remembered({ initial_user_msg: 'x' }), clone: '/home/me/there' };
    assert.deepEqual(draftAgain(conversation, true).chosen, { root: '/home/me/there' });
    assert.equal(draftAgain(conversation).chosen, undefined);
  });

  it('puts several lines into the body', () => assert.equal(again({ initial_user_msg: 'Fix\nit' }).body, 'Fix\nit'));

  it('uses the MCP servers that are selected now', () => {
    const ticked = { stdio_servers: [{ name: 'a', command: 'b' }] };
    const { mcp_config } = requestOf(again({ initial_user_msg: 'x' }), { ...defaults, mcpConfig: ticked });
    assert.deepEqual(mcp_config, ticked);
  });
});

describe('the result branch of a start again', () => {
  const name = 'agent/fix';
  const sentence = 'Push your work to a branch named "agent/fix".';
  const rows: readonly (readonly [string, Draft])[] = [
    ['with nothing else to keep to', { fields: { conversation_instructions: null } }],
    ['below instructions', { fields: { conversation_instructions: 'Be brief.' } }],
    ['below instructions with blank lines', { fields: { conversation_instructions: '\n\nOne\n\n\nTwo' } }],
    ['in words of its own', { fields: {}, resultBranch: { name, sentence: 'Push to agent/fix, please.' } }],
  ];
  const sentAgain = (draft: Draft) =>
    draftAgain({ ...remembered(requestOf(draft, { target: undefined, instructions: '' })), resultBranch: name });
  for (const [title, given] of rows)
    it(`comes back ${title}`, () => {
      const draft = { resultBranch: { name }, ...given };
      const { fields, resultBranch } = sentAgain(draft);
      assert.deepEqual(resultBranch, draft.resultBranch);
      assert.equal(fields.conversation_instructions, draft.fields.conversation_instructions ?? null);
    });

  it('is sent again as it was, whatever the instructions', () => {
    const instructions = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[a\r\n ]{0,9}$/));
    const words = fc.tuple(fc.string(), fc.string()).map((around) => around.join(name));
    const sentences = fc.option(words, { nil: undefined });
    const drafts = fc.record({ conversation_instructions: instructions, sentence: sentences });
    fc.assert(
      fc.property(drafts, ({ sentence: own, ...fields }) => {
        const draft: Draft = { fields, resultBranch: { name, ...(own !== undefined && { sentence: own }) } };
        const once = requestOf(draft, { target: undefined, instructions: '' });
        assert.deepEqual(sent(sentAgain(draft)), once);
      }),
    );
  });

  it('is asked for in the usual words where what was sent is not known any more', () => {
    const known = { ...remembered({ initial_user_msg: 'x' }), resultBranch: name };
    assert.equal(sent(draftAgain(known)).conversation_instructions, sentence);
    for (const own of ['One', 'One\nTwo', `One ${name}\nTwo`]) {
      const both = sent(draftAgain({ ...remembered({ conversation_instructions: own }), resultBranch: name }));
      assert.equal(both.conversation_instructions, `${own}\n\n${sentence}`);
    }
  });

  it('is none where the name cannot be one', () => {
    const draft = draftAgain({ ...remembered({ conversation_instructions: 'a\n\nb' }), resultBranch: '--force' });
    assert.deepEqual([draft.resultBranch, draft.fields.conversation_instructions], [undefined, 'a\n\nb']);
  });
});

describe('a draft that somebody else filled in', () => {
  const markOf = (filledBy: string) =>
    draftAgain({ ...remembered({ initial_user_msg: 'Theirs\nand more' }), filledBy }).filledBy;

  it('is marked when started again', () => assert.equal(markOf('link'), 'link'));

  it('is still marked if a later version recorded an unknown source', () =>
    assert.equal(markOf('telepathy'), 'command'));
});

describe('what is missing when starting again', () => {
  const full: ConversationStartRequest = {
    initial_user_msg: 'x',
    image_urls: ['data:image/png;base64,AA=='],
    replay_json: '[]',
    mcp_config: mcp,
    conversation_id: 'c1',
  };
  const missing = (request: ConversationStartRequest, change = (draft: Draft) => draft) => {
    const draft = change(again(request));
    return missingFields(draft, sent(draft));
  };
  const rows: readonly (readonly [string, ConversationStartRequest, readonly string[]])[] = [
    ['is nothing if nothing was dropped', { initial_user_msg: 'x' }, []],
    ['includes all of them', full, ['image_urls', 'replay_json', 'mcp_config', 'conversation_id']],
  ];
  for (const [title, request, expected] of rows) it(title, () => assert.deepEqual(missing(request), expected));

  it("doesn't include fields that are set again or not sent", () => {
    const set = (draft: Draft) => withKept(withField(draft, 'replay_json', '[1]'), 'mcp_config');
    assert.deepEqual(missing(full, set), ['image_urls', 'conversation_id']);
  });

  it('includes MCP servers that a draft on disk lacks', () =>
    assert.deepEqual(missingFields(storable({ fields: { mcp_config: mcp } }), {}), ['mcp_config']));

  it("doesn't include images that were pasted again", () => {
    const pasted = (draft: Draft): Draft => ({
      ...draft,
      images: [{ name: 'a.png', url: 'data:image/png;base64,AA==' }],
    });
    assert.deepEqual(missing({ image_urls: ['https://a.example/b.png'] }, pasted), []);
  });

  for (const field of ['initial_user_msg', 'conversation_instructions'] as const)
    it(`includes the end of what was too long, until the user accepts that: ${field}`, () => {
      const request = { [field]: 'One\n'.repeat(100_000) };
      const accepted = (draft: Draft) => withKept(draft, field);
      assert.deepEqual([missing(request), missing(request, accepted)], [[field], []]);
    });

  it("doesn't include the end of a message that the user has removed since", () =>
    assert.deepEqual(
      missing({ initial_user_msg: 'One\n'.repeat(100_000) }, (draft) => ({ ...draft, body: '' })),
      [],
    ));

  it('includes the id of a start that may be running, and of no other', () => {
    const conversation = remembered({ initial_user_msg: 'x' });
    const markOf = (outcome: Conversation['outcome']) => draftAgain({ ...conversation, outcome }).starts;
    assert.deepEqual((['sending', 'mayHaveStarted', 'notStarted', 'started'] as const).map(markOf), [
      [{ id: 'a' }],
      [{ id: 'a' }],
      undefined,
      undefined,
    ]);
  });

  it('is stored by name only', () => assert.doesNotMatch(JSON.stringify(remembered(full)), /SECRET|base64|https/));

  it('is unknown for conversations stored without it, or by another version', () => {
    const old = remembered({ initial_user_msg: 'x', conversation_id: 'c1' });
    assert.equal(old.notKept, undefined);
    assert.deepEqual(draftAgain(old).notKept, ['conversation_id']);
    assert.deepEqual(draftAgain({ ...old, notKept: ['a_new_field', 'image_urls'] }).notKept, [
      'image_urls',
      'conversation_id',
    ]);
  });
});
