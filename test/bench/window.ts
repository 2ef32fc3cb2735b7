import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { firstByte } from './firstByte';
import { historyCost } from './historyCost';
import { benchVariables, type WindowResult } from './openWindow';
import { settingsCost } from './settingsCost';
import { sheetCost } from './sheetCost';
import { publisher, type TimedExports } from './timedExtension';

const tasks: Readonly<Record<string, (...args: string[]) => Promise<unknown>>> = {
  activation: activationTimes,
  firstByte: async () => {
    await activated('first');
    await quiet();
    return [...(await sheetCost()), ...(await firstByte(await activated('shipped')))];
  },
  settings: settingsCost,
  history: historyCost,
};

/** In the extension host: does what the task says, and writes down what came out. */
export async function run(): Promise<void> {
  const { [benchVariables.result]: file = '', [benchVariables.task]: task = '' } = process.env;
  const [name = '', ...args] = task.split(' ');
  const write = (result: WindowResult) => writeFile(file, JSON.stringify(result));
  try {
    await quiet();
    await write({ value: await tasks[name]?.(...args) });
  } catch (error) {
    await write({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** Milliseconds of one activation of each extension, in this order. */
async function activationTimes(...names: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number> = {};
  // The first activation pays for what VS Code itself does for the first time.
  for (const name of ['first', ...names]) {
    const { load, activate } = await activated(name);
    times[name] = load + activate;
    await quiet();
  }
  return times;
}

/** Activates an extension that nothing has activated yet. */
async function activated(name: string): Promise<TimedExports> {
  const extension = vscode.extensions.getExtension<TimedExports>(`${publisher}.${name}`);
  assert.equal(extension?.isActive, false, `${name} isn't there, or is active already`);
  return extension.activate();
}

/** Waits until the extensions that VS Code starts by itself have started, and this process has little to do. */
async function quiet(): Promise<void> {
  await vscode.extensions.getExtension('vscode.git')?.activate();
  for (let calm = 0, tries = 0; calm < 5 && tries < 100; tries++) {
    const before = performance.eventLoopUtilization();
    await delay(100);
    calm = performance.eventLoopUtilization(before).utilization < 0.05 ? calm + 1 : 0;
  }
}
