import assert from 'node:assert/strict';
import { serviceOfPage } from '../../../src/service/knownServices';
import { parseServiceUrl } from '../../../src/client/serviceUrl';

describe('serviceOfPage', () => {
  const rows: readonly (readonly [text: string, service: string | undefined])[] = [
    ['http://localhost:3000/conversations/0123abcd', 'http://localhost:3000'],
    ['http://localhost:3000/conversations', 'http://localhost:3000'],
    ['http://localhost:3000/conversations/', 'http://localhost:3000'],
    ['http://localhost:3000/settings', 'http://localhost:3000'],
    ['http://localhost:3000/settings/integrations', 'http://localhost:3000'],
    ['http://localhost:3000/api/settings', 'http://localhost:3000'],
    ['https://agents.example.com/team/a/conversations/1', 'https://agents.example.com/team/a'],
    ['http://localhost:3000', undefined],
    ['https://agents.example.com/team/a', undefined],
    ['https://conversations', undefined],
    ['https://settings/a', undefined],
    ['https://agents.example.com/our-settings', undefined],
    ['https://agents.example.com/settings/a/b', undefined],
    ['https://agents.example.com/conversationsx/1', undefined],
  ];
  for (const [text, service] of rows) {
    it(`${service === undefined ? 'keeps' : 'shortens'} ${text}`, () => {
      const parsed = parseServiceUrl(text);
      assert.equal(serviceOfPage(parsed.ok ? parsed.address : assert.fail(parsed.reason)), service);
    });
  }
});
