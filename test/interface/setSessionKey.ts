import type { Workbench } from '../host/workbench';

/** Sets the session key as a user does, from the command palette. */
export async function setSessionKey(workbench: Workbench, key: string): Promise<void> {
  await workbench.runCommand('Agent: Set Session Key...');
  await workbench.quickInput.answer(/^Session Key for/, key);
  await workbench.quickInput.waitForClosed();
}
