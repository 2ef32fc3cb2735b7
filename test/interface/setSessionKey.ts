import type { Workbench } from '../host/workbench';

/** Sets the session key as a user does, from the command palette. */
export async function setSessionKey(workbench: Workbench, key: string, isGerman = false): Promise<void> {
  await workbench.runCommand(isGerman ? 'Agent: Sitzungsschlüssel festlegen...' : 'Agent: Set Session Key...');
  await workbench.quickInput.answer(isGerman ? /^Sitzungsschlüssel für/ : /^Session Key for/, key);
  await workbench.quickInput.waitForClosed();
}
