import { isRecord } from '../base/json';
import {
  attachmentKinds,
  fillerOf,
  notKeptFields,
  withField,
  type Draft,
  type DraftImage,
  type NotKeptField,
} from './draft';
import { findInvalidField, type DraftFields } from './draftFields';
import { imageTypeOf } from './images';

const isText = (value: unknown) => typeof value === 'string';

/** Checks of the members of a stored draft. Code that shows drafts relies on the types. */
const members: Readonly<Record<Exclude<keyof Draft, 'images' | 'filledBy'>, (value: unknown) => boolean>> = {
  fields: isRecord,
  to: isText,
  body: isText,
  attachments: (list) =>
    Array.isArray(list) &&
    list.every((one) => isRecord(one) && isText(one['text']) && attachmentKinds.some((kind) => kind === one['kind'])),
  resultBranch: (value) => isRecord(value) && isText(value['name']),
  chosen: (value) => isRecord(value) && isText(value['root']),
  cloned: (value) => isRecord(value) && isText(value['repository']) && isText(value['url']),
  notKept: (list) => Array.isArray(list) && list.every((one) => notKeptFields.some((field) => field === one)),
  starts: (list) =>
    Array.isArray(list) &&
    list.every((one) => isRecord(one) && isText(one['id']) && (one['digest'] === undefined || isText(one['digest']))),
  document: isFileName,
};

/**
 * A stored draft without invalid fields; `undefined` if it isn't one. The bytes of its images are in files of the same
 * names: their URLs are empty.
 */
export function draftFrom(value: unknown): Draft | undefined {
  if (!isRecord(value) || !isRecord(value['fields'])) return undefined;
  const { images, filledBy, ...rest } = value;
  const isValid = Object.entries(members).every(([name, fits]) => rest[name] === undefined || fits(rest[name]));
  if (!isValid) return undefined;
  const fields: DraftFields = value['fields'];
  const valid = Object.entries(fields).filter(([name, given]) => !findInvalidField({ [name]: given }));
  const named = imagesFrom(images);
  return {
    ...rest,
    fields: Object.fromEntries(valid),
    ...(named.length > 0 && { images: named }),
    ...(filledBy !== undefined && { filledBy: fillerOf(filledBy) }),
  };
}

function imagesFrom(value: unknown): readonly DraftImage[] {
  return (Array.isArray(value) ? value : []).flatMap((stored: unknown) => {
    if (!isRecord(stored)) return [];
    const { name, inText } = stored;
    const isImage = isFileName(name) && imageTypeOf(name) !== undefined;
    return isImage ? [{ name, url: '', ...(inText === true && { inText }) }] : [];
  });
}

/** The extension writes the record, but what is in it becomes a path. */
function isFileName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && !/[\\/:]|^\.\.?$/.test(name);
}

/**
 * The draft as its file restores it: without its own MCP servers, which have secrets. In their place, none are sent instead
 * of those that are selected for the workspace, and the sheet warns about it.
 */
export function storable(draft: Draft): Draft {
  if (!draft.fields.mcp_config) return draft;
  const notKept = new Set<NotKeptField>([...(draft.notKept ?? []), 'mcp_config']);
  return { ...withField(draft, 'mcp_config', null), notKept: [...notKept] };
}
