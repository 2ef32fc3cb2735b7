/** Argument that the walkthrough's buttons pass to their commands. */
const fromWalkthrough = 'walkthrough';

/** Time for which a key is held plus the quarter of a second described below, in milliseconds. */
const focusMovesWithin = 400;

/**
 * Waits until a command may open something. VS Code also takes the release of a key on a walkthrough button for a
 * choice of the button's step, and focuses the step a quarter of a second later. Anything the button has opened by then
 * would lose the focus: a menu closes, and a box no longer gets what is typed.
 * @param given the command's argument
 */
export async function afterWalkthrough(given: unknown): Promise<void> {
  if (given === fromWalkthrough) await new Promise((resolve) => setTimeout(resolve, focusMovesWithin));
}
