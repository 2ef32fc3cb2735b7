import { l10n } from 'vscode';
import type { SecretStorageError } from '../domain/secretStorageError';

export function explainSecretStorage({ operation }: SecretStorageError): string {
  switch (operation) {
    case 'get':
      return l10n.t(
        'VS Code could not read the session key: the secret storage of this machine did not hand it out. Check its keyring.',
      );
    case 'store':
      return l10n.t(
        'VS Code could not keep the session key: the secret storage of this machine refused it. Check its keyring.',
      );
    case 'delete':
      return l10n.t(
        'VS Code could not remove the session key: the secret storage of this machine did not let go of it. Check its keyring.',
      );
  }
}
