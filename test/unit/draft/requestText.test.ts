import assert from 'node:assert/strict';
import { apis } from '../../../src/client/apis/registry';
import { maskRequest, requestPreviewText } from '../../../src/draft/request';
import { masked } from '../../../src/client/maskSettings';
import type { ConversationStartRequest } from '../../../src/client/records';
import { redacted, Redactor } from '../../../src/base/redactor';
import { redactorOf } from '../../support/redactorOf';

const secret = 'marked-secret-5f1c';
const withSecrets: ConversationStartRequest = {
  initial_user_msg: 'Fix "it"\nwith api_key=visible',
  mcp_config: {
    sse_servers: [{ url: `https://user:${secret}@sse.example.com/events`, api_key: secret }],
    shttp_servers: [{ url: 'https://http.example.com/mcp', api_key: secret }],
    stdio_servers: [
      { name: 'fetch', command: 'uvx', args: ['--quiet', `--token=${secret}`], env: { HOME_OF: secret, PATH: secret } },
    ],
  },
};
const redactor = new Redactor();
const leftOut = (characters: number) => `<${characters} more>`;

describe('maskRequest', () => {
  it('hides keys, values of variables and credentials in URLs of MCP servers, and nothing else', () => {
    assert.deepEqual(maskRequest(withSecrets, redactor), {
      initial_user_msg: withSecrets.initial_user_msg,
      mcp_config: {
        sse_servers: [{ url: 'https://sse.example.com/events', api_key: masked }],
        shttp_servers: [{ url: 'https://http.example.com/mcp', api_key: masked }],
        stdio_servers: [
          {
            name: 'fetch',
            command: 'uvx',
            args: ['--quiet', `--token=${masked}`],
            env: { HOME_OF: masked, PATH: masked },
          },
        ],
      },
    });
  });

  it('hides known secrets anywhere in a server, and nowhere else', () => {
    const knowing = redactorOf('hush"\\hush');
    const request = {
      initial_user_msg: 'hush"\\hush',
      mcp_config: {
        shttp_servers: [{ url: 'https://http.example.com/hush%22%5Chush/mcp' }],
        stdio_servers: [{ name: 'a', command: 'npx', args: ['serve', 'hush"\\hush', '--at=hush"\\hush'] }],
      },
    };
    assert.deepEqual(maskRequest(request, knowing), {
      initial_user_msg: request.initial_user_msg,
      mcp_config: {
        shttp_servers: [{ url: redacted }],
        stdio_servers: [{ name: 'a', command: 'npx', args: ['serve', redacted, redacted] }],
      },
    });
  });

  it('leaves a request without MCP servers unchanged', () => {
    const request = { initial_user_msg: `key: ${secret}`, conversation_id: secret };
    assert.equal(maskRequest(request, redactor), request);
  });
});

describe('requestPreviewText', () => {
  const long = 'x'.repeat(600_000);
  const picture = `data:image/png;base64,${long}`;

  it('is whole up to a million characters', () => {
    const request = { image_urls: [picture], replay_json: JSON.stringify([long.slice(0, 300_000)]) };
    assert.deepEqual(JSON.parse(requestPreviewText(request, redactor, apis.v0.start, leftOut)), request);
  });

  it('shortens images and the replay beyond that, and says how much is missing', () => {
    const replay = JSON.stringify([long]);
    const address = `https://a.example/${long}`;
    const request = { initial_user_msg: long, image_urls: [picture, address, 'data:,x'], replay_json: replay };
    const shown = JSON.parse(requestPreviewText(request, redactor, apis.v0.start, leftOut)) as typeof request;
    assert.equal(shown.initial_user_msg, long);
    assert.deepEqual(shown.image_urls, [`${picture.slice(0, 120)}<${picture.length - 120} more>`, address, 'data:,x']);
    assert.equal(shown.replay_json, `${replay.slice(0, 120)}<${replay.length - 120} more>`);
  });

  it('cuts no character in half', () => {
    const replay = `"${'a'.repeat(118)}😀${long}${long}"`;
    const shown = requestPreviewText({ replay_json: replay }, redactor, apis.v0.start, leftOut);
    const cut = `"${'a'.repeat(118)}<${replay.length - 119} more>`;
    assert.deepEqual(JSON.parse(shown), { replay_json: cut });
  });
});
