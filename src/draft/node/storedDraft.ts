import { isDeepStrictEqual } from 'node:util';
import { attachmentKinds, omittableFields, withoutField, type Attachment, type Draft } from '../common/draft';
import { findInvalidField } from '../common/draftFields';
import { fillerOf, type Filling } from '../common/filling';
import { isRecord } from '../../base/common/json';

/**
 * The parts of a stored draft that can be relied on: what one field has wrong does not cost the others. Its images are
 * kept beside it.
 */
export function draftFrom(value: unknown): Draft | undefined {
  if (!isRecord(value) || !isRecord(value['fields'])) return undefined;
  const { fields, body, attachments, chosen, notKept, filling, sentAs } = value;
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name, given]) => !findInvalidField({ [name]: given }))),
    ...(typeof body === 'string' && { body }),
    ...(Array.isArray(attachments) && { attachments: attachments.filter(isAttachment) }),
    ...(isChosen(chosen) && { chosen }),
    ...(Array.isArray(notKept) && { notKept: omittableFields.filter((field) => notKept.includes(field)) }),
    ...(isFilling(filling) && { filling: { ...filling, by: fillerOf(filling.by) } }),
    ...(typeof sentAs === 'string' && { sentAs }),
  };
}

/** Whether a stored draft was filled in by somebody, and what of it cannot be told any more. */
export function isFillingLost({ filling }: Readonly<Record<string, unknown>>): boolean {
  return filling !== undefined && !isFilling(filling);
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

function isChosen(value: unknown): value is NonNullable<Draft['chosen']> {
  return isRecord(value) && typeof value['root'] === 'string' && isTextOrAbsent(value['remote']);
}

function isFilling(value: unknown): value is Filling {
  return isRecord(value) && isRecord(value['texts']) && Object.values(value['texts']).every(isTextOrAbsent);
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** As the file gives it back. MCP servers hold secrets, which are not for files; that none shall be sent is kept. */
export function storable(draft: Draft): Draft {
  const {
    images,
    fields: given,
    ...rest
  } = draft.fields.mcp_config === null ? draft : withoutField(draft, 'mcp_config');
  const { replay_json: replay, ...few } = given;
  const { fields, ...stored } = JSON.parse(JSON.stringify({ ...rest, fields: few })) as Draft;
  // Megabytes, which nobody changes in place: not worth a copy at every key.
  return {
    ...stored,
    fields: replay === undefined ? fields : { ...fields, replay_json: replay },
    ...(images && images.length > 0 && { images }),
  };
}

export function areEqual(a: Draft, b: Draft): boolean {
  return isDeepStrictEqual(storable(a), storable(b));
}
