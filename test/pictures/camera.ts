import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Box } from '../host/tooltips';
import type { Workbench } from '../host/workbench';

/** Part of the window that is in a picture. */
export type Region = 'window' | 'sideBar' | 'quickInput' | 'editor' | Box;

/** One state of the window in every theme. */
export interface Take {
  readonly group: string;
  readonly name: string;
  /** Files below the camera's folder, one for each theme. */
  readonly files: readonly string[];
}

const selectors = {
  window: 'body',
  sideBar: '.part.sidebar',
  quickInput: '.quick-input-widget',
  editor: '.part.editor',
} as const;

/** Media features for which VS Code takes a theme, and the class that it then gives its workbench. */
const themeMedia = {
  dark: { colorScheme: 'dark', forcedColors: 'none', className: 'vs-dark' },
  light: { colorScheme: 'light', forcedColors: 'none', className: 'vs' },
  highContrast: { colorScheme: 'dark', forcedColors: 'active', className: 'hc-black' },
  highContrastLight: { colorScheme: 'light', forcedColors: 'active', className: 'hc-light' },
} as const;

/** Themes that come with VS Code. */
export type Theme = keyof typeof themeMedia;

/** User settings for a window that a camera looks at: it follows the theme that the system asks for. */
export const cameraSettings = { 'window.autoDetectColorScheme': true, 'window.autoDetectHighContrast': true };

/** Animations are shown in their final state, so that two runs show the same. */
export const still = { animations: 'disabled', caret: 'hide' } as const;

/** Takes pictures of a window in every theme, and records which. */
export class Camera {
  readonly takes: Take[] = [];
  readonly #folder: string;
  readonly #themes: readonly Theme[];

  /** @param folder Folder for the pictures: `<group>/<name>.<theme>.png`. */
  constructor(folder: string, themes = Object.keys(themeMedia) as readonly Theme[]) {
    this.#folder = folder;
    this.#themes = themes;
  }

  /**
   * Takes a picture in each of its themes; the last one stays.
   * @param pose Makes the window show what disappears when the theme changes.
   */
  async take(
    workbench: Workbench,
    [group, name]: readonly [group: string, name: string],
    region: Region,
    pose?: () => Promise<void>,
  ): Promise<void> {
    const files: string[] = [];
    await mkdir(path.join(this.#folder, group), { recursive: true });
    for (const theme of this.#themes) {
      await switchTheme(workbench, theme);
      await pose?.();
      const file = path.join(group, `${name}.${theme}.png`);
      const clip = typeof region === 'string' ? await boxOf(workbench, selectors[region]) : region;
      await workbench.page.screenshot({ ...still, path: path.join(this.#folder, file), clip });
      files.push(file);
    }
    this.takes.push({ group, name, files });
  }
}

/** Changes the color theme of a running window that was opened with {@link cameraSettings}: what is open stays open. */
export async function switchTheme({ page, patience }: Workbench, theme: Theme): Promise<void> {
  const { className, ...media } = themeMedia[theme];
  // The colors are VS Code's own; a browser would replace them with those of the system.
  if (media.forcedColors === 'active')
    await page.addStyleTag({ content: '* { forced-color-adjust: none !important }' });
  await page.emulateMedia(media);
  const read = async () => (await page.locator('.monaco-workbench').first().getAttribute('class')) ?? '';
  await patience.until(`the theme ${theme}`, read, (names) => names.split(' ').includes(className));
}

export async function boxOf({ page }: Workbench, selector: string): Promise<Box> {
  const box = await page.locator(`${selector}:visible`).first().boundingBox();
  if (!box) throw new Error(`There is no ${selector} to take a picture of.`);
  return { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) };
}
