import type { CDPSession, Locator } from 'playwright-core';
import { plainText } from './pageElement';

/** What a screen reader is told of one thing in the window. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  /** Whether the keyboard leads to it. */
  readonly isFocusable: boolean;
  /** From 1 for the outermost; absent where there are no levels. */
  readonly level?: number;
  /** Whether its children are shown; absent when it has none. */
  readonly expanded?: boolean;
}

/** Of the DevTools protocol's `AXNode`, what is read here. */
interface ProtocolNode {
  readonly ignored: boolean;
  readonly role?: ProtocolValue;
  readonly name?: ProtocolValue;
  readonly properties?: readonly { readonly name: string; readonly value: ProtocolValue }[];
}

interface ProtocolValue {
  readonly value?: unknown;
}

const mark = 'data-read-by-test';

/** A part of Chromium's accessibility tree, which is what screen readers get, in the order of the document. */
export async function accessibleNodes(part: Locator): Promise<readonly AccessibleNode[]> {
  const page = part.page();
  const session = await page.context().newCDPSession(page);
  try {
    await part.evaluate((element: { setAttribute(name: string, value: string): void }, name) => {
      element.setAttribute(name, '');
    }, mark);
    const nodes = await nodesOf(session, `[${mark}]`);
    return nodes.filter(({ ignored }) => !ignored).map(readable);
  } finally {
    await part.evaluate((element: { removeAttribute(name: string): void }, name) => {
      element.removeAttribute(name);
    }, mark);
    await session.detach();
  }
}

/** Those that have no name to be known by: a name is words, neither the character of an icon nor the icon's id. */
export function withoutWords(nodes: readonly AccessibleNode[]): readonly AccessibleNode[] {
  // VS Code's own boxes around lists take the focus for a moment, to pass it on.
  const isControl = ({ role, isFocusable }: AccessibleNode) =>
    spokenRoles.has(role) || (isFocusable && role !== 'generic');
  return nodes.filter((node) => isControl(node) && !isWords(node.name));
}

/** Roles that are of no use without a name, wherever the focus is. */
const spokenRoles: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'image',
  'img',
  'link',
  'listbox',
  'menuitem',
  'option',
  'textbox',
  'tree',
  'treeitem',
]);

function isWords(name: string): boolean {
  const isIcon = /\$\(|\p{Co}/u.test(name) || /^[a-z]+(-[a-z]+)*(,|$)/.test(name);
  return /\p{L}/u.test(name) && !isIcon;
}

async function nodesOf(session: CDPSession, selector: string): Promise<readonly ProtocolNode[]> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId });
  return nodes;
}

function readable({ role, name, properties = [] }: ProtocolNode): AccessibleNode {
  const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value;
  const [level, expanded] = [property('level'), property('expanded')];
  return {
    role: textOf(role),
    name: plainText(textOf(name)),
    isFocusable: property('focusable') === true,
    ...(typeof level === 'number' && { level }),
    ...(typeof expanded === 'boolean' && { expanded }),
  };
}

function textOf(of: ProtocolValue | undefined): string {
  return typeof of?.value === 'string' ? of.value : '';
}
