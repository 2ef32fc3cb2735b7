import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Take } from './camera';

/** Puts all pictures on one page, `index.html` in their folder, a section for each group. Returns its path. */
export async function contactSheet(folder: string, takes: readonly Take[]): Promise<string> {
  const sections = [...Map.groupBy(takes, ({ group }) => group)].map(
    ([group, ofGroup]) => `<h2>${escaped(group)}</h2>\n${ofGroup.map(pictures).join('\n')}`,
  );
  const file = path.join(folder, 'index.html');
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${head}${sections.join('\n')}\n`);
  return file;
}

function pictures({ name, files }: Take): string {
  const sources = files.map((file) => file.split(path.sep).map(encodeURIComponent).join('/'));
  return `<h3>${escaped(name)}</h3>\n<div>${sources.map((source) => `<img src="${source}">`).join('')}</div>`;
}

const head = `<!doctype html>
<meta charset="utf-8">
<title>Pictures</title>
<style>
  body { background: #808080; color: #fff; font: 13px sans-serif; }
  div { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 8px; }
  img { max-width: calc(50% - 8px); }
</style>
`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
