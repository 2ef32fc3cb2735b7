import type { Workbench } from '../host/workbench';

/** Sets the session key as a person does, from the palette. */
export async function setSessionKey(workbench: Workbench, key: string): Promise<void> {
  await workbench.runCommand('Agent: Set Session Key...');
  await workbench.quickInput.waitForTitle(/^Session Key for/);
  await workbench.quickInput.fill(key);
  await workbench.quickInput.accept();
  await workbench.quickInput.waitForClosed();
}
