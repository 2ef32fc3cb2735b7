import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

/** Waits until the extensions that VS Code starts by itself have started, and this process has little to do. */
export async function quiet(): Promise<void> {
  await vscode.extensions.getExtension('vscode.git')?.activate();
  for (let calm = 0, tries = 0; calm < 5 && tries < 100; tries++) {
    const before = performance.eventLoopUtilization();
    await delay(100);
    calm = performance.eventLoopUtilization(before).utilization < 0.05 ? calm + 1 : 0;
  }
}
