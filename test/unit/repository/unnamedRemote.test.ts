import assert from 'node:assert/strict';
import { Hosts, targetIn } from './gitStates';

describe("The remote of a fork's branch by its URL", () => {
  for (const [what, remotes, expected] of [
    ['is the one that has this URL', ['fork'], 'fork'],
    ['is none if there is none at that place', [], undefined],
  ] as const)
    it(what, async () => {
      const hosts = await Hosts.make();
      const clone = await hosts.clone();
      for (const remote of remotes) await clone.addRemote(remote, 'me/demo');
      await clone.each(`checkout --quiet -b patch
        config branch.patch.remote https://x:SECRET@github.com/me/demo.git
        config branch.patch.merge refs/heads/patch`);
      await clone.host();
      const { repository, remote } = await targetIn(clone, '');
      assert.deepEqual([repository, remote], ['me/demo', expected]);
      hosts.dispose();
    });
});
