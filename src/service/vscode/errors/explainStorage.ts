import { l10n } from 'vscode';
import type { KeptSecret, SecretStorageError, MachineUnknownError } from '../../common/storageErrors';

export function explainSecretStorage({ kept, operation }: SecretStorageError): string {
  return sentences[kept][operation]();
}

const sentences: Readonly<Record<KeptSecret, Readonly<Record<SecretStorageError['operation'], () => string>>>> = {
  sessionKey: {
    get: () =>
      l10n.t(
        "VS Code couldn't read the session key: this machine's secret storage didn't return it. Check its keyring.",
      ),
    store: () =>
      l10n.t("VS Code couldn't save the session key: this machine's secret storage rejected it. Check its keyring."),
    delete: () =>
      l10n.t(
        "VS Code couldn't remove the session key: this machine's secret storage didn't delete it. Check its keyring.",
      ),
  },
  mcpAnswers: {
    get: () =>
      l10n.t(
        "VS Code couldn't read your answers about MCP servers: this machine's secret storage didn't return them. Check its keyring.",
      ),
    store: () =>
      l10n.t(
        "VS Code couldn't save your answers about MCP servers: this machine's secret storage rejected them. Check its keyring.",
      ),
    delete: () =>
      l10n.t(
        "VS Code couldn't remove your answers about MCP servers: this machine's secret storage didn't delete them. Check its keyring.",
      ),
  },
};

export function explainMachine({ file }: MachineUnknownError): string {
  return l10n.t(
    "Session keys for localhost and answers about MCP servers belong to one machine, and the file that identifies this one can't be read or created: {0}. Check its permissions, or delete it.",
    file,
  );
}
