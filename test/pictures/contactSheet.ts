import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../host/browser';
import type { Take } from './camera';

/** Wide enough for four side bars next to each other. */
const width = 1440;

/**
 * Puts all pictures on one page, a section for each group, and saves a picture of each section beside it: `index.html`,
 * `index-<group>.png`.
 * @param folder Folder with the pictures.
 * @returns the page's path
 */
export async function contactSheet(folder: string, takes: readonly Take[]): Promise<string> {
  const groups = [...new Set(takes.map(({ group }) => group))];
  const sections = groups.map((group) =>
    section(
      group,
      takes.filter((take) => take.group === group),
    ),
  );
  const file = path.join(folder, 'index.html');
  await mkdir(folder, { recursive: true });
  await writeFile(file, page(sections.join('\n')));
  const browser = await launchBrowser();
  try {
    const sheet = await browser.newPage({ viewport: { width, height: 900 } });
    await sheet.goto(pathToFileURL(file).href);
    for (const [index, group] of groups.entries())
      await sheet
        .locator('section')
        .nth(index)
        .screenshot({ path: path.join(folder, `index-${group}.png`) });
  } finally {
    await browser.close();
  }
  return file;
}

function section(group: string, takes: readonly Take[]): string {
  const rows = takes.map(({ name, files }) => {
    const pictures = [...files].map(
      ([theme, file]) => `<img src="${file.split(path.sep).map(encodeURIComponent).join('/')}" alt="${theme}">`,
    );
    return `<h3>${escaped(name)}</h3>\n<div>${pictures.join('')}</div>`;
  });
  return `<section>\n<h2>${escaped(group)}</h2>\n${rows.join('\n')}\n</section>`;
}

function page(body: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures</title>
<style>
  body { margin: 0; background: #808080; color: #fff; font: 13px sans-serif; }
  section { padding: 8px; }
  h2, h3 { margin: 4px 0; }
  div { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 8px; }
  img { max-width: calc(50% - 8px); }
</style>
${body}
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
