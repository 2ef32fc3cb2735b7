import assert from 'node:assert/strict';
import fc from 'fast-check';
import { frozenCopy, wellFormedJson, withMembers } from '../../../src/base/json';
import type { Conversation } from '../../../src/conversations/conversation';
import { conversationCopies } from '../../../src/conversations/conversationCopies';
import { anyCharacter } from '../../support/anyCharacter';
import { someConversation } from '../../support/someConversation';

describe('the body of a request', () => {
  it('is one line for sending, and several for reading', () => {
    assert.equal(wellFormedJson({ repository: 'a/b' }), '{"repository":"a/b"}');
    assert.equal(wellFormedJson({ repository: 'a/b' }, 2), '{\n  "repository": "a/b"\n}');
  });

  it('is the same in both forms, in whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const message = `${text}\ud83d`;
        const whole = { initial_user_msg: message.toWellFormed() };
        for (const space of [undefined, 2])
          assert.deepEqual(JSON.parse(wellFormedJson({ initial_user_msg: message }, space)), whole);
      }),
    );
  });
});

const double = (_: string, member: unknown) => (typeof member === 'number' ? 2 * member : member);

describe('withMembers', () => {
  it('maps the members of a list and of a record', () => {
    assert.deepEqual(withMembers([1, 'a', 2], double), [2, 'a', 4]);
    assert.deepEqual(withMembers({ a: 1, b: 'b' }, double), { a: 2, b: 'b' });
  });

  it('leaves the value as it is, and returns it if nothing changes', () => {
    const record = { a: 1, b: ['b'] };
    withMembers(record, double);
    assert.deepEqual(record, { a: 1, b: ['b'] });
    for (const same of [{ b: ['b'] }, ['a'], {}, []]) assert.equal(withMembers(same, double), same);
  });

  it('maps a member whose name is that of the prototype', () => {
    const mapped = withMembers(JSON.parse('{"__proto__": 1, "a": {}}') as object, double);
    assert.deepEqual(Object.entries(mapped), [
      ['__proto__', 2],
      ['a', {}],
    ]);
    assert.equal(Object.getPrototypeOf(mapped), Object.prototype);
  });
});

function isFrozen(value: unknown): boolean {
  return (
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  );
}

describe('a copy for other extensions', () => {
  it('equals the original, and nothing in it can be changed', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const copy = frozenCopy(value);
        assert.equal(JSON.stringify(copy), JSON.stringify(value));
        assert.ok(isFrozen(copy));
      }),
    ));

  it("doesn't change with the original", () => {
    const list = [{ a: 1 }];
    const copy = frozenCopy(list);
    list[0]!.a = 2;
    list.pop();
    assert.deepEqual(copy, [{ a: 1 }]);
  });

  it('keeps a member whose name has a meaning for every object', () => {
    const copy = frozenCopy(JSON.parse('{"__proto__":{"a":1}}') as object);
    assert.equal(Object.getPrototypeOf(copy), Object.prototype);
    assert.deepEqual(Object.keys(copy), ['__proto__']);
  });

  it('copes with any depth', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    assert.ok(isFrozen(frozenCopy(deep)));
  });
});

describe('the conversations for other extensions', () => {
  const conversation = someConversation({ request: { initial_user_msg: 'x' }, problem: 'No hunter2 here' });
  const copiesOf = conversationCopies({ withhold: (text) => text.replaceAll('hunter2', '…') });

  it('are a list of copies, each made once, with no secrets in the problem', () => {
    const known = [conversation];
    const handedOut = copiesOf(known);
    assert.ok(isFrozen(handedOut));
    assert.deepEqual(handedOut, [{ ...conversation, problem: 'No … here' }]);
    assert.notEqual(handedOut[0], conversation);
    assert.equal(copiesOf(known)[0], handedOut[0]);
    assert.throws(() => (handedOut as Conversation[]).pop(), TypeError);
    assert.deepEqual(known, [conversation]);
  });
});
