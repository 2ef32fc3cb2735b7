import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { accessibleNodes, withoutWords, type AccessibleNode } from '../host/accessibilityTree';
import type { Workbench } from '../host/workbench';

export class ScreenReader {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Names of a role in a part of the window, once `last` is one of them. Fails if one that needs a name has none. */
  async names(part: Locator, role: string, last: string | RegExp): Promise<readonly string[]> {
    const nodes = await this.#workbench.patience.until(
      `a ${role} called ${last}`,
      () => accessibleNodes(part),
      (read) => namesOf(read, role).some((name) => (typeof last === 'string' ? name === last : last.test(name))),
    );
    assert.deepEqual(withoutWords(nodes), []);
    return namesOf(nodes, role);
  }

  /** A view of the side bar with its heading. */
  view(title: string): Locator {
    const { page } = this.#workbench;
    const heading = page.locator('.pane-header h3.title', { hasText: title });
    return page.locator('.part.sidebar .pane').filter({ has: heading });
  }
}

function namesOf(nodes: readonly AccessibleNode[], wanted: string): readonly string[] {
  return nodes.filter(({ role }) => role === wanted).map(({ name }) => name);
}
