import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../base/json';
import { fillerOf, withoutField, type Draft, type DraftImage } from './draft';
import { findInvalidField, type DraftFields } from './draftFields';
import { imageTypeOf, type ImageType } from './imageFormats';

/**
 * A stored draft without its images, which are beside it; `undefined` if it isn't one. Only the extension writes it, and
 * always the whole of it; fields are checked, since code that shows them relies on their types.
 */
export function draftFrom(value: unknown): Draft | undefined {
  if (!isRecord(value) || !isRecord(value['fields'])) return undefined;
  const { version, images, filledBy, ...rest } = value;
  const fields: DraftFields = value['fields'];
  const valid = Object.entries(fields).filter(([name, given]) => !findInvalidField({ [name]: given }));
  return {
    ...rest,
    fields: Object.fromEntries(valid),
    ...(filledBy !== undefined && { filledBy: fillerOf(filledBy) }),
  };
}

/** The images of a stored draft, whose bytes are in files of the same names. */
export function imagesFrom(value: unknown): readonly (Omit<DraftImage, 'url'> & { readonly type: ImageType })[] {
  return (Array.isArray(value) ? value : []).flatMap((stored: unknown) => {
    if (!isRecord(stored)) return [];
    const { name, inText } = stored;
    // The extension writes the file, but its content becomes a path.
    const type = typeof name === 'string' && !/[\\/:]/.test(name) ? imageTypeOf(name) : undefined;
    return type === undefined ? [] : [{ name: String(name), type, ...(inText === true && { inText }) }];
  });
}

/** The draft as its file restores it: without MCP servers, which have secrets, but with the choice to send none. */
export function storable(draft: Draft): Draft {
  const { images, ...rest } = draft.fields.mcp_config === null ? draft : withoutField(draft, 'mcp_config');
  // Megabytes that are never changed in place: not worth a copy at every keystroke.
  return { ...(JSON.parse(JSON.stringify(rest)) as Draft), ...(images && images.length > 0 && { images }) };
}

export function areEqual(a: Draft, b: Draft): boolean {
  return isDeepStrictEqual(storable(a), storable(b));
}
