import assert from 'node:assert/strict';
import { plainUuid } from '../../../service/v1/uuid';
import { isObject } from '../../../service/validation';

/** Ids that a server makes differ each time; one that was recorded twice is also the same one here. */
export class SameIds {
  readonly #ours = new Map<string, string>();

  inPath(path: string): string {
    return path.replace(/(?<=ids=)[\da-f-]+/g, (id) => this.#ours.get(plainUuid(id) ?? '') ?? id);
  }

  compare(ours: unknown, recorded: unknown, where: string): void {
    if (Array.isArray(recorded) || isObject(recorded)) {
      const names = (value: unknown) => (isObject(value) ? Object.keys(value).sort() : [typeof value]);
      if (Array.isArray(recorded)) assert.ok(Array.isArray(ours) && ours.length === recorded.length, where);
      else assert.deepEqual(names(ours), names(recorded), where);
      for (const [name, value] of Object.entries(recorded))
        this.compare((ours as Record<string, unknown>)[name], value, `${where}.${name}`);
    } else if (typeof recorded === 'string' && typeof ours === 'string') {
      assert.equal(this.#like(ours, recorded), recorded, where);
    } else assert.equal(ours, recorded, where);
  }

  /** A text with what can't be the same put in the recorded form. */
  #like(ours: string, recorded: string): string {
    const [our, their] = [plainUuid(ours), plainUuid(recorded)];
    if (our !== undefined && their !== undefined) {
      if (!this.#ours.has(their)) this.#ours.set(their, our);
      return this.#ours.get(their) === our && ours.length === recorded.length ? recorded : ours;
    }
    const changing = [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/];
    // The conversation's own key, and addresses inside a server, are marked secrets here.
    const ofOthers = [
      /^(?:sbkey|\w+-conversation-key-\w+)$/,
      /^http:\/\/127\.0\.0\.1:9\b/,
      /^Conversation [\da-f]{5}$/,
    ];
    return [...changing, ...ofOthers].some((form) => form.test(ours) && form.test(recorded)) ? recorded : ours;
  }
}
