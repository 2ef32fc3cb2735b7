import assert from 'node:assert/strict';
import { isRecord } from '../../../src/base/json';
import { readJson } from '../../support/words';

/** Properties of a manifest whose text VS Code shows. */
const shownProperties =
  /^(title|shortTitle|contextualTitle|displayName|description|userDescription|category|contents|altText|fullName|label|sampleRequest|(markdown)?([dD]escription|[dD]eprecationMessage|[eE]numDescriptions)|enumItemLabels|(patternE|e)rrorMessage)$/;

/** Texts for a language model: their English is part of the tool. */
const forModels = /^contributes\.languageModelTools\.\d+\.inputSchema\./;

/** Displayed texts that can't be translated, by their place: `contributes.commands.3.title`. */
function untranslatable(manifest: unknown, place = ''): readonly string[] {
  const name =
    place
      .replace(/\.\d+$/, '')
      .split('.')
      .at(-1) ?? '';
  if (typeof manifest === 'string') {
    const isShown = shownProperties.test(name) || /^contributes\.views\.\w+\.\d+\.name$/.test(place);
    return isShown && !forModels.test(place) && !/^%.+%$/.test(manifest) ? [place] : [];
  }
  if (!isRecord(manifest) && !Array.isArray(manifest)) return [];
  return Object.entries(manifest).flatMap(([key, value]) =>
    untranslatable(value, place === '' ? key : `${place}.${key}`),
  );
}

describe('the texts of package.json', () => {
  it('are all in package.nls.json', () => assert.deepEqual(untranslatable(readJson('package.json')), []));
});
