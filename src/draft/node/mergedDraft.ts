import { isDeepStrictEqual } from 'node:util';
import type { Attachment, Draft, DraftImage } from '../common/draft';
import type { DraftFields } from '../common/draftFields';

type Parts<T> = Readonly<Record<string, T>>;

/** Parts that belong together: a branch means nothing in another repository. */
const place = ['chosen', 'repository', 'git_provider', 'selected_branch'];

/**
 * A draft that changed in two ways at once, with both changes.
 * @param from the draft before
 * @param to made from `from`. Its repository gives way if that of the other one changed, too
 * @param now the other one, loaded again
 * @returns `undefined` when another part has two new values
 */
export function mergedDraft(from: Draft, to: Draft, now: Draft): Draft | undefined {
  const kept = isDeepStrictEqual(placeOf(from), placeOf(now)) ? [] : place;
  const [before, wanted, other] = [partsOf(from), partsOf(to), partsOf(now)];
  const rest = mergedParts(before.rest, wanted.rest, other.rest, kept);
  const fields = mergedParts(before.fields, wanted.fields, other.fields, kept);
  const attachments = mergedParts(before.attachments, wanted.attachments, other.attachments, kept);
  const images = mergedParts(before.images, wanted.images, other.images, kept);
  if (!rest || !fields || !attachments || !images) return undefined;
  const [pieces, pictures] = [Object.values(attachments), Object.values(images)];
  return {
    ...rest,
    fields,
    ...(pieces.length > 0 && { attachments: pieces }),
    ...(pictures.length > 0 && { images: pictures }),
  };
}

function mergedParts<T>(from: Parts<T>, to: Parts<T>, now: Parts<T>, kept: readonly string[]): Parts<T> | undefined {
  // Something added again counts as changed, even if it is equal.
  const changed = Object.keys({ ...from, ...to }).filter((name) => from[name] !== to[name] && !kept.includes(name));
  const isNew = (name: string) => Object.hasOwn(now, name) && !isDeepStrictEqual(now[name], from[name]);
  if (changed.some((name) => isNew(name) && !isDeepStrictEqual(now[name], to[name]))) return undefined;
  return Object.fromEntries([
    ...Object.entries(now).filter(([name]) => !changed.includes(name)),
    ...Object.entries(to).filter(([name]) => changed.includes(name)),
  ]);
}

function placeOf({ chosen, fields }: Draft): readonly unknown[] {
  return [chosen, fields.repository, fields.git_provider, fields.selected_branch];
}

/** Attachments and images by what tells them apart from the others of their draft. */
function partsOf({ fields, attachments = [], images = [], ...rest }: Draft): {
  readonly rest: Parts<unknown>;
  readonly fields: Parts<DraftFields[keyof DraftFields]>;
  readonly attachments: Parts<Attachment>;
  readonly images: Parts<DraftImage>;
} {
  const keyOf = ({ kind, about, from }: Attachment) => JSON.stringify([kind, about, from?.root]);
  return {
    rest,
    fields,
    attachments: Object.fromEntries(attachments.map((piece) => [keyOf(piece), piece])),
    images: Object.fromEntries(images.map((image) => [image.name, image])),
  };
}
