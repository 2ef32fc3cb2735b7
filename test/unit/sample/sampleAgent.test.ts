import assert from 'node:assert/strict';
import { makeSampleRepository, type SampleRepository } from '../../host/sampleRepository';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { GitServer } from '../../sample/gitServer';
import { SampleAgent } from '../../sample/sampleAgent';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../../service/service';
import { exchange } from '../referenceService/exchange';

const repository = 'octocat/Hello-World';

describe('the sample that npm start shows', () => {
  let home: TemporaryFolder;
  let gitServer: GitServer;
  let clone: SampleRepository;
  let service: Service;
  let agent: SampleAgent;

  beforeEach(async () => {
    home = new TemporaryFolder('sampleAgent');
    gitServer = await GitServer.start(home.path);
    clone = await makeSampleRepository(home.path);
    await gitServer.serveRemoteOf(clone.path, repository);
  });

  afterEach(async () => {
    agent[Symbol.dispose]();
    await service.close();
    await gitServer[Symbol.asyncDispose]();
    home.dispose();
  });

  async function serve(api: NonNullable<ServiceOptions['api']>): Promise<void> {
    service = await startService({ sessionKey: 'KEY', settings: sampleSettings, api });
    agent = new SampleAgent(service, { repository, folder: gitServer.folderOf(repository) }, { works: 1, waits: 1 });
  }

  async function post(to: string, body: object): Promise<void> {
    const { status } = await exchange(service, to, { method: 'POST', body });
    assert.equal(status, 200);
  }

  const inV0 = (text: string, more: object = {}) =>
    post('/api/conversations', {
      repository,
      git_provider: 'github',
      selected_branch: 'main',
      initial_user_msg: text,
      ...more,
    });

  /** Starts, and asks until the conversation is ready. */
  async function inV1(text: string): Promise<string> {
    const initial_message = { content: [{ type: 'text', text }] };
    await post('/api/v1/app-conversations', { initial_message, selected_repository: repository });
    const [task] = service.startTasks.all;
    return service.startTasks.move(task?.id ?? '', 'READY').conversationId;
  }

  const execution = (id: string) => {
    const conversation = service.conversations.find((one) => one.id === id);
    return conversation && service.startTasks.stateOf(conversation).execution;
  };
  const branches = async () => {
    await clone.git('fetch', 'origin');
    return (await clone.git('branch', '--remotes', '--format=%(refname:lstrip=3)')).trim().split('\n');
  };

  it('pushes a branch that a clone fetches over HTTP, and stops, with the interface', async () => {
    await serve('v0');
    await inV0('Greet in German');
    await agent.rest();
    assert.equal(service.conversations[0]?.state, 'STOPPED');
    const pushed = (await branches()).find((name) => name.startsWith('agent/greet-in-german-'));
    assert.ok(pushed);
    assert.equal(
      await clone.git('log', '--format=%an: %s', `origin/main..origin/${pushed}`),
      'Sample Agent: Greet in German\n',
    );
    const changed = await clone.git('diff', '--name-only', 'origin/main', `origin/${pushed}`);
    assert.deepEqual(changed.trim().split('\n'), ['README.md', 'src/greetings.js', 'src/hello.js']);
    const [conversation = assert.fail()] = service.conversations;
    const page = await exchange(service, `/conversations/${conversation.id}`);
    assert.match(page.text, new RegExp(`I pushed .*${pushed}`));
  });

  it('pushes to the branch that the instructions name', async () => {
    await serve('v0');
    await inV0('Greet', { conversation_instructions: 'Push your work to a branch named "mine/greet".' });
    await agent.rest();
    assert.ok((await branches()).includes('mine/greet'));
  });

  it('answers, and takes a follow-up to the same branch, with API V1', async () => {
    await serve('v1');
    const id = await inV1('Greet in German');
    await agent.rest();
    assert.equal(execution(id), 'finished');
    assert.match(JSON.stringify(service.events.of(id).at(-2)), /Done\. I pushed/);
    await post(`/api/v1/app-conversations/${id}/send-message`, {
      content: [{ type: 'text', text: 'And in French' }],
      run: true,
    });
    await agent.rest();
    const [pushed] = (await branches()).filter((name) => name.startsWith('agent/'));
    const subjects = await clone.git('log', '--format=%s', `origin/main..origin/${pushed}`);
    assert.equal(subjects, 'And in French\nGreet in German\n');
    assert.equal(execution(id), 'finished');
  });

  for (const [text, state, said] of [
    ['Ask me which language comes first', 'finished', /Which language/],
    ['Delete the old program', 'waiting_for_confirmation', /git rm/],
  ] as const)
    it(`needs the user before it goes on: ${text}`, async () => {
      await serve('v1');
      const id = await inV1(text);
      await agent.rest();
      assert.match(JSON.stringify(service.events.of(id)), said);
      assert.equal(execution(id), state);
      const pushed = async () => (await branches()).filter((name) => name.startsWith('agent/')).length;
      assert.equal(await pushed(), 0);
      const content = [{ type: 'text', text: 'Yes' }];
      await post(`/api/v1/app-conversations/${id}/send-message`, { content, run: true });
      await agent.rest();
      assert.equal(await pushed(), 1);
    });

  it('clones what the message says, and takes a yes to what it waits to do, on an agent server', async () => {
    await serve('agent');
    const sentence = `Clone ${gitServer.urlOf(repository)} into a subfolder, check out the branch "main", work there.`;
    const text = `${sentence}\n\nDelete the old program`;
    const { conversation } = service.agents.start({
      workspace: { working_dir: '/workspace/project/1' },
      agent_profile_id: service.agents.activeProfile ?? '',
      initial_message: { content: [{ type: 'text', text }] },
    });
    await agent.rest();
    assert.equal(conversation.status, 'waiting_for_confirmation');
    await post(`/api/conversations/${conversation.id}/events/respond_to_confirmation`, { accept: true });
    await agent.rest();
    assert.equal(conversation.status, 'finished');
    const [pushed] = (await branches()).filter((name) => name.startsWith('agent/'));
    assert.match(pushed ?? '', /^agent\/delete-the-old-program-/);
  });

  it('leads to pages of other ports, as VS Code in the browser needs it', async () => {
    await serve('v0');
    await inV0('Greet');
    const [{ id } = assert.fail()] = service.conversations;
    const template = gitServer.proxyTemplate.replace('{{port}}', new URL(service.url).port);
    const page = await fetch(`${template}conversations/${id}`);
    assert.equal(page.url, `${service.url}/conversations/${id}`);
    assert.match(await page.text(), /Greet/);
    await agent.rest();
  });
});
