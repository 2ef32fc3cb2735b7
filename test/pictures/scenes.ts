import { type Camera } from './camera';
import { agentServerScenes, conversationsScenes, statusBarScenes } from './conversationsScenes';
import { settingsScenes, welcomeScenes } from './settingsScenes';
import { draftScenes, failedStartScenes, narrowScenes, sheetScenes } from './sheetScenes';
import { Stage } from './stage';
import { germanScenes, walkthroughScenes } from './walkthroughScenes';

/** Run in one window, one after the other: each leaves it as it was, except the last, which leaves no key. */
const scenes: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  status: statusBarScenes,
  conversations: conversationsScenes,
  settings: settingsScenes,
  sheet: sheetScenes,
  narrow: narrowScenes,
  walkthrough: walkthroughScenes,
  welcome: welcomeScenes,
};

/** They need windows of their own. */
const scenesInWindows: Readonly<Record<string, (camera: Camera) => Promise<void>>> = {
  drafts: draftScenes,
  'agent server': agentServerScenes,
  'failed starts': failedStartScenes,
  german: germanScenes,
};

/** Names of scenes by what they need: those that share a window together, and each of the others alone. */
export const sceneGroups: readonly (readonly string[])[] = [
  Object.keys(scenes),
  ...Object.keys(scenesInWindows).map((name) => [name]),
];

/** Takes the pictures of some scenes, of those in one window first. */
export async function takeScenes(names: readonly string[], camera: Camera): Promise<void> {
  const shared = names.filter((name) => name in scenes);
  if (shared.length > 0) {
    await using stage = await Stage.open(camera, {});
    for (const name of shared) await scenes[name]?.(stage);
  }
  for (const name of names) await scenesInWindows[name]?.(camera);
}
