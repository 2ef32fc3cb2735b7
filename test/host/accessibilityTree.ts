import type { CDPSession, Locator } from 'playwright-core';
import { plainText } from './pageElement';

/** One element of the window as a screen reader gets it. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  /** True if the keyboard can focus it. */
  readonly isFocusable: boolean;
  /** Starts at 1 for the outermost; absent where there are no levels. */
  readonly level?: number;
  /** True if its children are shown; absent when it has none. */
  readonly expanded?: boolean;
}

/** The fields of the DevTools protocol's `AXNode` that are read here. */
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

/** Part of Chromium's accessibility tree, which is what screen readers get, in document order. */
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

/** Nodes without a usable name: a name is made of words, not of an icon's character or the icon's id. */
export function withoutWords(nodes: readonly AccessibleNode[]): readonly AccessibleNode[] {
  // VS Code's own containers around lists take the focus for a moment and pass it on.
  const isControl = ({ role, isFocusable }: AccessibleNode) =>
    spokenRoles.has(role) || (isFocusable && role !== 'generic');
  return nodes.filter((node) => isControl(node) && !isWords(node.name));
}

/** Roles that are useless without a name, wherever the focus is. */
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
