import * as vscode from 'vscode';
import type { KeyStore, ServiceAccess } from '../domain/ports';
import type { ServiceAddress } from '../domain/serviceUrl';
import { parseSessionKey } from '../domain/sessionKey';
import { provesKey, settingsFailureOf } from '../domain/settingsFailure';
import { DisposableStore } from '../disposables';
import { explain } from './explain';
import { explainSessionKey } from './explainInput';
import { plainNotification } from './plainNotification';

/**
 * Asks for the session key of a service, tries it by reading the settings, and keeps it when the service takes it.
 * Returns whether a key was kept.
 */
export async function askSessionKey(address: ServiceAddress, keys: KeyStore, service: ServiceAccess): Promise<boolean> {
  if (!(await confirmUnencrypted(address))) return false;
  const key = await promptForKey(address, (candidate, signal) => service.tryKey(address, candidate, signal));
  if (key === undefined) return false;
  await keys.set(address.origin, key);
  return true;
}

/** Over plain http to another machine, everybody on the way can read the key. Asked before there is one to lose. */
async function confirmUnencrypted({ secure, origin }: ServiceAddress): Promise<boolean> {
  if (secure) return true;
  const goOn = vscode.l10n.t('Use It Anyway');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} is not encrypted.', origin),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Anybody between this machine and the service can read your session key and what you send. Use https where the service offers it.',
      ),
    },
    goOn,
  );
  return answer === goOn;
}

const doublePressMilliseconds = 700;

type TryKey = (key: string, signal: AbortSignal) => Promise<void>;

/** Stays open while the key is tried, so that a mistyped key is mended where it was typed. */
async function promptForKey({ origin }: ServiceAddress, tryKey: TryKey): Promise<string | undefined> {
  const store = new DisposableStore();
  const input = store.add(vscode.window.createInputBox());
  const abort = new AbortController();
  let untried: string | undefined;
  let asked = 0;
  input.title = vscode.l10n.t('Session Key for {0}', origin);
  input.prompt = vscode.l10n.t(
    "Kept in VS Code's secret storage and sent to {0} alone. For a service that checks no key, any text will do.",
    origin,
  );
  input.placeholder = vscode.l10n.t('Session key');
  input.password = true;
  input.ignoreFocusOut = true;

  try {
    return await new Promise<string | undefined>((resolve) => {
      store.add(input.onDidHide(() => resolve(undefined)));
      store.add(input.onDidChangeValue(() => (input.validationMessage = undefined)));
      store.add(
        input.onDidAccept(async () => {
          if (input.busy) return;
          const parsed = parseSessionKey(input.value);
          if (!parsed.ok) {
            input.validationMessage = explainSessionKey(parsed.reason);
            return;
          }
          if (parsed.key === untried) {
            // The second press of a double one answers no question.
            if (Date.now() - asked > doublePressMilliseconds) resolve(parsed.key);
            return;
          }
          input.busy = true;
          input.enabled = false;
          const verdict = await judge(parsed.key, tryKey, abort.signal);
          input.busy = false;
          input.enabled = true;
          if (verdict.kind === 'accepted') {
            resolve(parsed.key);
            return;
          }
          if (verdict.kind === 'untried') [untried, asked] = [parsed.key, Date.now()];
          input.validationMessage = verdict.message;
        }),
      );
      input.show();
    });
  } finally {
    abort.abort();
    store.dispose();
  }
}

type Verdict =
  | { readonly kind: 'accepted' }
  /** `untried`: the service could not be asked; Enter once more keeps the key as it is. */
  | { readonly kind: 'refused' | 'untried'; readonly message: vscode.InputBoxValidationMessage };

/** A key counts as good when the service answers with settings, or with the news that there are none yet. */
async function judge(key: string, tryKey: TryKey, signal: AbortSignal): Promise<Verdict> {
  try {
    await tryKey(key, signal);
    return { kind: 'accepted' };
  } catch (error) {
    const failure = settingsFailureOf(error);
    if (provesKey(failure)) return { kind: 'accepted' };
    const sentence = plainNotification(explain(error).sentence);
    if (failure === 'keyRefused') {
      return { kind: 'refused', message: { message: sentence, severity: vscode.InputBoxValidationSeverity.Error } };
    }
    const message = vscode.l10n.t('{0} Press Enter again to keep the key without trying it.', sentence);
    return { kind: 'untried', message: { message, severity: vscode.InputBoxValidationSeverity.Warning } };
  }
}
