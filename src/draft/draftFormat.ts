import { isDeepStrictEqual } from 'node:util';
import {
  attachmentKinds,
  fillerOf,
  notKeptFields,
  withoutField,
  type Attachment,
  type Draft,
  type DraftImage,
  type ResultBranch,
} from './draft';
import { findInvalidField } from './draftFields';
import { imageTypeOf, type ImageType } from './imageFormats';
import { isResultSentence } from './resultBranch';
import { isRecord } from '../base/json';
import { isBranchName } from '../repository/repository';

/**
 * The valid parts of a stored draft: an error in one field doesn't affect the others. Its images are stored beside it.
 */
export function draftFrom(value: unknown): Draft | undefined {
  if (!isRecord(value) || !isRecord(value['fields'])) return undefined;
  const { fields, body, attachments, chosen, notKept, filledBy, to, sentAs, sentDigest } = value;
  const resultBranch = resultBranchFrom(value['resultBranch']);
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name, given]) => !findInvalidField({ [name]: given }))),
    ...(typeof body === 'string' && { body }),
    ...(Array.isArray(attachments) && { attachments: attachments.filter(isAttachment) }),
    ...(resultBranch && { resultBranch }),
    ...(isChosen(chosen) && { chosen }),
    ...(Array.isArray(notKept) && { notKept: notKeptFields.filter((field) => notKept.includes(field)) }),
    ...(filledBy !== undefined && { filledBy: fillerOf(filledBy) }),
    ...(typeof to === 'string' && { to }),
    ...(typeof sentAs === 'string' && { sentAs }),
    ...(typeof sentDigest === 'string' && { sentDigest }),
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

function isAttachment(value: unknown): value is Attachment {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  const { kind, about, from } = value;
  return attachmentKinds.some((known) => known === kind) && isTextOrAbsent(about) && isOriginOrAbsent(from);
}

function isOriginOrAbsent(value: unknown): boolean {
  if (value === undefined) return true;
  return isRecord(value) && typeof value['root'] === 'string' && isTextOrAbsent(value['repository']);
}

function resultBranchFrom(value: unknown): ResultBranch | undefined {
  if (!isRecord(value)) return undefined;
  const { name, sentence } = value;
  if (typeof name !== 'string' || !isBranchName(name)) return undefined;
  if (sentence === undefined) return { name };
  return typeof sentence === 'string' && isResultSentence(sentence, name) ? { name, sentence } : undefined;
}

function isChosen(value: unknown): value is NonNullable<Draft['chosen']> {
  return isRecord(value) && typeof value['root'] === 'string' && isTextOrAbsent(value['remote']);
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/**
 * The draft as restored from the file. MCP servers contain secrets, which aren't written to files; the choice to send
 * none is stored.
 */
export function storable(draft: Draft): Draft {
  const {
    images,
    fields: given,
    ...rest
  } = draft.fields.mcp_config === null ? draft : withoutField(draft, 'mcp_config');
  const { replay_json: replay, ...few } = given;
  const { fields, ...stored } = JSON.parse(JSON.stringify({ ...rest, fields: few })) as Draft;
  // Megabytes that are never changed in place: not worth a copy at every keystroke.
  return {
    ...stored,
    fields: replay === undefined ? fields : { ...fields, replay_json: replay },
    ...(images && images.length > 0 && { images }),
  };
}

export function areEqual(a: Draft, b: Draft): boolean {
  return isDeepStrictEqual(storable(a), storable(b));
}
