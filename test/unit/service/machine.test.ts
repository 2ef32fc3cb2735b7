import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { mock } from 'node:test';
import { Machine, MachineUnknownError } from '../../../src/service/machine';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { replaced } from '../../support/replaced';

describe('the nonce of a machine', () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(() => {
    parent = new TemporaryFolder('machine');
    folder = path.join(parent.path, 'globalStorage', 'agent');
  });

  afterEach(() => parent.dispose());

  it('is the same for all windows, even if they request it at once for the first time', async () => {
    const nonces = await Promise.all(Array.from({ length: 30 }, () => new Machine(folder).nonce()));
    assert.equal(new Set(nonces).size, 1);
    assert.match(nonces[0] ?? '', /^[\da-f]{64}$/);
    assert.equal(await new Machine(folder).nonce(), nonces[0]);
    assert.deepEqual(readdirSync(folder), ['machine'], 'nothing is left of the others');
  });

  it('is known even if the system keeps what is left of another window for a moment, as Windows may', async () => {
    const refuse = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
    const { readFile: read } = fs;
    let refusals = 1;
    using _ = replaced(fs, {
      rm: () => refuse('EBUSY'),
      readFile: (file: string) => (file.startsWith(folder) && refusals-- > 0 ? refuse('EBUSY') : read(file, 'utf8')),
    });
    const nonces = await Promise.all([new Machine(folder).nonce(), new Machine(folder).nonce()]);
    assert.equal(new Set(nonces).size, 1);
  });

  it('differs between machines', async () =>
    assert.notEqual(await new Machine(folder).nonce(), await new Machine(path.join(parent.path, 'other')).nonce()));

  it('differs between machines that share the folder or a copy of it', async () => {
    const hosts = [['laptop', '1'], ['server', '1'], ['laptop', '2'], ['laptop'], ['laptop1']];
    const nonces = await Promise.all(hosts.map((host) => new Machine(folder, () => Promise.resolve(host)).nonce()));
    assert.equal(new Set(nonces).size, hosts.length);
    assert.equal(await new Machine(folder, () => Promise.resolve(['laptop', '1'])).nonce(), nonces[0]);
  });

  describe('of a Mac', () => {
    const { platform } = process;
    let hardware: string;

    beforeEach(() => {
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      hardware = '      "IOPlatformUUID" = "5B1F0C3E-0A1B-5C2D-8E3F-0123456789AB"\n';
      const tell = (_program: string, _args: unknown, _options: unknown, done: (error: null, text: string) => void) =>
        done(null, hardware);
      mock.method(childProcess, 'execFile', tell);
    });

    afterEach(() => {
      mock.restoreAll();
      Object.defineProperty(process, 'platform', { value: platform });
    });

    it('stays the same when a network gives it another name', async () => {
      const hostname = mock.method(os, 'hostname', () => 'Johns-MacBook-Pro.local');
      const nonce = await new Machine(folder).nonce();
      hostname.mock.mockImplementation(() => 'dhcp-10-3-4-5.corp.example');
      assert.equal(await new Machine(folder).nonce(), nonce);
    });

    it('differs from that of a copy on another Mac', async () => {
      const nonce = await new Machine(folder).nonce();
      hardware = hardware.replace('AB"', 'AC"');
      assert.notEqual(await new Machine(folder).nonce(), nonce);
    });
  });

  it('is read once', async () => {
    const machine = new Machine(folder);
    const nonce = await machine.nonce();
    rmSync(folder, { recursive: true });
    assert.equal(await machine.nonce(), nonce);
  });

  it('is created again if its file was deleted', async () => {
    const nonce = await new Machine(folder).nonce();
    rmSync(path.join(folder, 'machine', 'nonce'));
    assert.notEqual(await new Machine(folder).nonce(), nonce);
  });

  const file = () => path.join(folder, 'machine', 'nonce');
  const broken: readonly (readonly [what: string, make: () => void])[] = [
    ['is empty', () => writeFileSync(file(), '')],
    ['has other content', () => writeFileSync(file(), `${'0'.repeat(36)}\n`)],
    ['is a folder', () => mkdirSync(file())],
    [
      'has no folder to be created in',
      () => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      },
    ],
  ];
  for (const [what, make] of broken)
    it(`is unknown while its file ${what}`, async () => {
      mkdirSync(path.dirname(file()), { recursive: true });
      make();
      const machine = new Machine(folder);
      await assert.rejects(machine.nonce(), (error) => error instanceof MachineUnknownError && error.file === file());
      rmSync(folder, { recursive: true });
      assert.equal(await machine.nonce(), await new Machine(folder).nonce());
    });
});
