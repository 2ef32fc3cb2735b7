import { l10n } from 'vscode';
import type { KeptSecret, SecretStorageError, MachineUnknownError } from '../../common/storageErrors';

export function explainSecretStorage({ kept, operation }: SecretStorageError): string {
  return sentences[kept][operation]();
}

const sentences: Readonly<Record<KeptSecret, Readonly<Record<SecretStorageError['operation'], () => string>>>> = {
  sessionKey: {
    get: () =>
      l10n.t(
        'VS Code could not read the session key: the secret storage of this machine did not hand it out. Check its keyring.',
      ),
    store: () =>
      l10n.t(
        'VS Code could not keep the session key: the secret storage of this machine refused it. Check its keyring.',
      ),
    delete: () =>
      l10n.t(
        'VS Code could not remove the session key: the secret storage of this machine did not let go of it. Check its keyring.',
      ),
  },
  mcpAnswers: {
    get: () =>
      l10n.t(
        'VS Code could not read what was answered about MCP servers: the secret storage of this machine did not hand it out. Check its keyring.',
      ),
    store: () =>
      l10n.t(
        'VS Code could not keep what was answered about MCP servers: the secret storage of this machine refused it. Check its keyring.',
      ),
    delete: () =>
      l10n.t(
        'VS Code could not remove what was answered about MCP servers: the secret storage of this machine did not let go of it. Check its keyring.',
      ),
  },
};

export function explainMachine({ file }: MachineUnknownError): string {
  return l10n.t(
    "Session keys for localhost and answers about MCP servers belong to one computer, and the file that identifies this one can't be read or created: {0}. Check its permissions, or delete it.",
    file,
  );
}
