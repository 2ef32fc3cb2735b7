/** What the buttons of the walkthrough pass to their commands. */
const fromWalkthrough = 'walkthrough';

/** How long a key is held, and the quarter of a second below, in milliseconds. */
const focusMovesWithin = 400;

/**
 * What a command waits for before it opens something. VS Code takes the key that is let go on a button of a walkthrough
 * for a choice of the button's step as well, and gives the step the focus a quarter of a second later. What the button
 * has opened by then would lose it: a menu closes, and a box no longer hears what is typed.
 * @param given what the command was called with
 */
export async function afterWalkthrough(given: unknown): Promise<void> {
  if (given === fromWalkthrough) await new Promise((resolve) => setTimeout(resolve, focusMovesWithin));
}
