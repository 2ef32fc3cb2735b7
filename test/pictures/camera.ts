import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Box } from '../host/tooltips';
import type { Workbench } from '../host/workbench';
import { allThemes, type Theme } from '../host/windowSettings';

/** Part of the window that is in a picture. */
export type Region = 'window' | 'sideBar' | 'statusBar' | 'quickInput' | 'editor' | Box;

/** One state of the window in every theme. */
export interface Take {
  readonly group: string;
  readonly name: string;
  /** Files below the camera's folder, by theme. */
  readonly files: ReadonlyMap<Theme, string>;
}

const selectors = {
  window: 'body',
  sideBar: '.part.sidebar',
  statusBar: '.part.statusbar',
  quickInput: '.quick-input-widget',
  editor: '.part.editor',
} as const;

/** Media features for which VS Code takes a theme, and the class that it then gives its workbench. */
const themeMedia: Readonly<Record<Theme, ThemeMedia>> = {
  dark: { colorScheme: 'dark', forcedColors: 'none', className: 'vs-dark' },
  light: { colorScheme: 'light', forcedColors: 'none', className: 'vs' },
  highContrast: { colorScheme: 'dark', forcedColors: 'active', className: 'hc-black' },
  highContrastLight: { colorScheme: 'light', forcedColors: 'active', className: 'hc-light' },
};

interface ThemeMedia {
  readonly colorScheme: 'dark' | 'light';
  readonly forcedColors: 'active' | 'none';
  readonly className: string;
}

/** User settings for a window that a camera looks at: it follows the theme that the system asks for. */
export const cameraSettings = { 'window.autoDetectColorScheme': true, 'window.autoDetectHighContrast': true };

/** Takes pictures of a window in every theme, and records which. */
export class Camera {
  readonly takes: Take[] = [];
  readonly #folder: string;
  readonly #themes: readonly Theme[];

  /**
   * @param folder Folder for the pictures: `<group>/<name>.<theme>.png`.
   * @param themes All by default.
   */
  constructor(folder: string, themes = allThemes) {
    this.#folder = folder;
    this.#themes = themes;
  }

  /**
   * Takes a picture in each of its themes; the last one stays.
   * @param pose Makes the window show what disappears when the theme changes.
   */
  async take(lens: Lens, group: string, name: string, region: Region, pose?: () => Promise<void>): Promise<void> {
    const files = new Map<Theme, string>();
    await mkdir(path.join(this.#folder, group), { recursive: true });
    for (const theme of this.#themes) {
      await lens.switchTo(theme);
      await pose?.();
      const file = path.join(group, `${name}.${theme}.png`);
      await lens.shoot(region, path.join(this.#folder, file));
      files.set(theme, file);
    }
    this.takes.push({ group, name, files });
  }
}

/** View of one window, opened with {@link cameraSettings}, through a camera. */
export class Lens {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Changes the color theme of the running window: what is open stays open. */
  async switchTo(theme: Theme): Promise<void> {
    const { page, patience } = this.#workbench;
    const { className, ...media } = themeMedia[theme];
    // The colors are VS Code's own; a browser would replace them with those of the system.
    if (media.forcedColors === 'active')
      await page.addStyleTag({ content: '* { forced-color-adjust: none !important }' });
    await page.emulateMedia(media);
    const read = async () => (await page.locator('.monaco-workbench').first().getAttribute('class')) ?? '';
    await patience.until(`the theme ${theme}`, read, (names) => names.split(' ').includes(className));
  }

  async shoot(region: Region, file: string): Promise<void> {
    const { page } = this.#workbench;
    // Animations are shown in their final state, so that two runs show the same.
    const look = { path: file, animations: 'disabled', caret: 'hide' } as const;
    const clip = typeof region === 'string' ? await this.#boxOf(selectors[region]) : region;
    await page.screenshot({ ...look, clip });
  }

  async #boxOf(selector: string): Promise<Box> {
    const box = await this.#workbench.page.locator(`${selector}:visible`).first().boundingBox();
    if (!box) throw new Error(`There is no ${selector} to take a picture of.`);
    return box;
  }
}
