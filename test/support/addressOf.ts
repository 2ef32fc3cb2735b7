import assert from 'node:assert/strict';
import { parseServiceUrl, type ServiceAddress } from '../../src/client/serviceUrl';

export function addressOf(serviceUrl: string): ServiceAddress {
  const parsed = parseServiceUrl(serviceUrl);
  assert.ok(parsed.ok, serviceUrl);
  return parsed.address;
}
